import type { MessageDetail } from '@sunloop/shared-types/messages/admin-mail.ts';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';

const LINK = /(https?:\/\/\S+)/;

type Props = { letter: NonNullable<MessageDetail['letter']>; onClose: () => void };

/** A message that was kept instead of sent; its links work. */
export function LetterDialog({ letter, onClose }: Props) {
  return (
    <DeskDialog title={letter.subject} onClose={onClose}>
      <p className="message-letter">
        {letter.text.split(LINK).map((part, at) =>
          LINK.test(part) ? (
            <a key={at} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </DeskDialog>
  );
}
