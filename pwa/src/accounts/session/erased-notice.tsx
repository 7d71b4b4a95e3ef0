import { forgetErasedNote, readErased } from '@sunloop/engine/data/erased-note.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useStoredHere } from '../../stored/use-stored.ts';

/** Says on the sign-in page that an account was deleted, and what was lost here with it. */
export function ErasedNotice() {
  const note = useStoredHere(readNote);
  if (!note) return null;
  return (
    <Banner
      tone="info"
      icon="trash"
      action={
        <Button variant="quiet" size="sm" onPress={() => void forgetErasedNote()}>
          OK
        </Button>
      }
    >
      <p>
        <strong>The account was deleted.</strong> This device has forgotten everything it held about
        it. {note.unsent > 0 && tellLost(note.unsent)}
      </p>
    </Banner>
  );
}

/** If nothing can be read, people are still let in while there is a connection. */
function readNote() {
  return readErased().catch((error: unknown) => {
    console.error('The note of an erased account could not be read:', error);
  });
}

function tellLost(count: number): string {
  const what =
    count === 1
      ? '1 item that had not been sent was'
      : `${count.toLocaleString()} items that had not been sent were`;
  return `${what} deleted with it.`;
}
