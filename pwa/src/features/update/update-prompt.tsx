import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNoticeKey } from '../../ui/use-notice-key.ts';
import { findUnsavedElsewhere, giveUpUnkept, keepOpenForms } from './unsaved-text.ts';
import { useUpdate, type UpdateNotice } from './update-store.ts';
import './update-prompt.css';

/** Why a reload is asked about once more. */
type Doubt = 'here' | 'elsewhere';

const TEXTS: Record<UpdateNotice | Doubt, { title: string; text: string }> = {
  ready: { title: 'A new version is ready', text: 'Nothing you typed is lost.' },
  outdated: {
    title: 'Sunloop was updated in another tab',
    text: 'Reload this page to go on. It asks first where something you typed would be lost.',
  },
  blocked: {
    title: 'Sunloop is open in another tab',
    text: 'Close its other tabs so that the update can finish.',
  },
  here: {
    title: 'What you typed is not saved',
    text: 'Save it or note it down first. A reload empties this form.',
  },
  elsewhere: {
    title: 'Another tab has unsaved text',
    text: 'Finish there first, or reload anyway.',
  },
};

/** Drafts are written first; what none of them keeps is a reason to ask, and so is what others would lose. */
async function findDoubt(notice: UpdateNotice): Promise<Doubt | null> {
  if (!(await keepOpenForms())) return 'here';
  if (notice !== 'ready') return null;
  return (await findUnsavedElsewhere()) === 'unkept' ? 'elsewhere' : null;
}

/** Offers the new version; it stays until the person reloads. */
export function UpdatePrompt({ notice }: { notice: UpdateNotice }) {
  const apply = useUpdate((state) => state.apply);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const { title, text } = TEXTS[doubt ?? notice];
  useNoticeKey();
  const handleReload = async () => {
    const found = doubt ? null : await findDoubt(notice);
    setDoubt(found);
    if (found) return;
    giveUpUnkept();
    apply();
  };
  // Place and attribute keep the offer within reach while a dialog makes the page inert.
  return createPortal(
    <div
      className="update-prompt"
      role="status"
      data-react-aria-top-layer="true"
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
