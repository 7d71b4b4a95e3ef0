import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNoticeKey } from '../../ui/use-notice-key.ts';
import { NoticePage } from './notice-page.tsx';
import { NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { useUpdate } from './update-store.ts';
import './update-prompt.css';

type Props = { notice: NoticeKind; isAlone: boolean };

/**
 * Offers the new version, or says why the storage cannot be used; it stays until that is over. Where no page
 * stands yet it is one.
 */
export function UpdatePrompt({ notice, isAlone }: Props) {
  const apply = useUpdate((state) => state.apply);
  const { title, text } = NOTICE_TEXTS[notice];
  useNoticeKey();
  if (isAlone) {
    return (
      <div className="notice-cover">
        <NoticePage title={title} text={text} onReload={apply} />
      </div>
    );
  }
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
