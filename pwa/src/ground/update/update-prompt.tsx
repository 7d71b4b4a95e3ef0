import { useEffect, useState } from 'react';
import { standNotice, type NoticeText } from '../../ui/layers/notices.ts';
import { NoticePage } from './notice-page.tsx';
import { NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { findUnsavedElsewhere, giveUpUnkept, keepOpenForms } from './unsaved-text.ts';
import { useUpdate } from './update-store.ts';
import './notice-cover.css';

/** Why a reload needs another confirmation. */
type UnsavedPlace = 'here' | 'elsewhere';

const DOUBTS: Record<UnsavedPlace, { title: string; description: string }> = {
  here: {
    title: 'What you typed is not saved',
    description: 'Save it or note it down first. A reload empties this form.',
  },
  elsewhere: {
    title: 'Another tab has unsaved text',
    description: 'Finish there first, or reload anyway.',
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
 * Offers the new version until it is put off, or says why the storage cannot be used until that is over. If there is no
 * page yet, it is the page.
 */
export function UpdatePrompt({ notice, isAlone }: Props) {
  const { apply } = useUpdate();
  const [doubt, setDoubt] = useState<UnsavedPlace | null>(null);
  const [isPutOff, setPutOff] = useState(false);
  const isOffer = notice === 'ready';
  const isSilent = isAlone || (isOffer && isPutOff);
  useEffect(() => {
    const reload = async () => {
      const found = doubt ? null : await findDoubt(notice);
      setDoubt(found);
      if (found) return;
      giveUpUnkept();
      apply();
    };
    const kind = isOffer ? 'version' : 'trouble';
    const stand: NoticeText = {
      ...(doubt ? DOUBTS[doubt] : NOTICE_TEXTS[notice]),
      action: {
        label: doubt ? 'Reload anyway' : 'Reload',
        onPress: () => void reload(),
      },
      ...((doubt || isOffer) && {
        onDismiss: () => (doubt ? setDoubt(null) : setPutOff(true)),
      }),
    };
    standNotice(kind, isSilent ? undefined : stand);
    return () => standNotice(kind);
  }, [notice, isOffer, isSilent, doubt, apply]);
  if (!isAlone) return null;
  const { title, description } = NOTICE_TEXTS[notice];
  return (
    <div className="notice-cover">
      <NoticePage title={title} text={description} onReload={apply} />
    </div>
  );
}
