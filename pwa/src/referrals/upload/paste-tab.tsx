import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { textFile } from './file-kind.ts';

type Props = { text: string; onText: (text: string) => void; onFile: (file: File) => void };

/** Takes a text with people in it: a message, a signature, rows of a sheet. */
export function PasteTab({ text, onText, onFile }: Props) {
  return (
    <div className="stack">
      <p>
        Paste a message, a signature or rows of a sheet. You see who is in it before anything is
        saved.
      </p>
      <TextArea
        label="Text with people in it"
        name="text"
        value={text}
        error={undefined}
        onChange={onText}
      />
      <Button
        variant="primary"
        isDisabled={text.trim() === ''}
        onPress={() => onFile(textFile(text, 'Pasted text'))}
      >
        Find people
      </Button>
    </div>
  );
}
