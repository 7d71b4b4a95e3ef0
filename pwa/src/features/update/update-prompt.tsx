import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNoticeKey } from '../../ui/use-notice-key.ts';
import { useUpdate, type UpdateNotice } from './update-store.ts';
import './update-prompt.css';

const TEXTS: Record<UpdateNotice, { title: string; text: string }> = {
  ready: { title: 'A new version is ready', text: 'Nothing you typed is lost.' },
  outdated: {
    title: 'Sunloop was updated in another tab',
    text: 'Reload this page to go on. Nothing you saved is lost.',
  },
  blocked: {
    title: 'Sunloop is open in another tab',
    text: 'Close its other tabs so that the update can finish.',
  },
};

/** Offers the new version; it stays until the person reloads. */
export function UpdatePrompt({ notice }: { notice: UpdateNotice }) {
  const apply = useUpdate((state) => state.apply);
  const { title, text } = TEXTS[notice];
  useNoticeKey();
  // Place and attribute keep the offer within reach while a dialog makes the page inert.
  return createPortal(
    <aside
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
      <Button variant="sun" size="sm" onPress={apply}>
        Reload
      </Button>
    </aside>,
    document.body,
  );
}
