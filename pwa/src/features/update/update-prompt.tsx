import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNoticeKey } from '../../ui/layers/use-notice-key.ts';
import { NoticePage } from './notice-page.tsx';
import { NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { findUnsavedElsewhere, giveUpUnkept, keepOpenForms } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';
import './update-prompt.css';

/** Why a reload needs another confirmation. */
type UnsavedPlace = 'here' | 'elsewhere';

const DOUBTS: Record<UnsavedPlace, { title: string; text: string }> = {
  here: {
    title: 'What you typed is not saved',
    text: 'Save it or note it down first. A reload empties this form.',
  },
  elsewhere: {
    title: 'Another tab has unsaved text',
    text: 'Finish there first, or reload anyway.',
  },
};

/** Writes drafts first; asks if there is text here that none of them keeps, or that other tabs would lose. */
async function findDoubt(notice: NoticeKind): Promise<UnsavedPlace | null> {
  if (!(await keepOpenForms())) return 'here';
  if (notice !== 'ready') return null;
  return (await findUnsavedElsewhere()) === 'unkept' ? 'elsewhere' : null;
}

type Props = { notice: NoticeKind; isAlone: boolean };

/**
 * Offers the new version, or says why the storage cannot be used, until that is over. If there is no page yet, it is
 * the page.
 */
export function UpdatePrompt({ notice, isAlone }: Props) {
  const apply = useUpdate((state) => state.apply);
  const [doubt, setDoubt] = useState<UnsavedPlace | null>(null);
  const { title, text } = doubt ? DOUBTS[doubt] : NOTICE_TEXTS[notice];
  useNoticeKey();
  const handleReload = async () => {
    const found = doubt ? null : await findDoubt(notice);
    setDoubt(found);
    if (found) return;
    giveUpUnkept();
    apply();
  };
  if (isAlone) {
    return (
      <div className="notice-cover">
        <NoticePage title={title} text={text} onReload={apply} />
      </div>
    );
  }
  // Place and attribute keep the offer within reach while a dialog makes the page inert.
  return createPortal(
    <div
      className="update-prompt"
      role="status"
      data-react-aria-top-layer
      data-notice
      tabIndex={-1}
    >
      <Icon name="sun" />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      <p className="row">
        {doubt && (
          <Button variant="quiet" size="sm" onPress={() => setDoubt(null)}>
            Not now
          </Button>
        )}
        <Button variant="sun" size="sm" onPress={() => void handleReload()}>
          {doubt ? 'Reload anyway' : 'Reload'}
        </Button>
      </p>
    </div>,
    document.body,
  );
}
