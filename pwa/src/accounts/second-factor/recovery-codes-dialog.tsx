import { Button } from '../../ui/button.tsx';
import { DeskDialog } from '../../ui/desk/dialog.tsx';
import { useOpenForm } from '../../ui/forms/open-forms.ts';
import { saveTextFile } from '../../ui/save-text-file.ts';
import './recovery-codes.css';

type Props = { codes: readonly string[]; onClose: () => void };

const FILE = 'sunloop-recovery-codes.txt';

/** Shows recovery codes once; they exist only in this dialog. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  // Nothing is typed here, but a reload would lose them.
  useOpenForm(true);
  return (
    <DeskDialog title="Recovery codes" isDismissable={false} onClose={onClose}>
      <div className="stack">
        <p>
          Each of these signs you in once, after your password, if you lose your phone. They are
          shown only now: keep them where only you find them.
        </p>
        <ul aria-label="Recovery codes" className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="form-actions">
        <Button
          variant="quiet"
          icon="download"
          onPress={() => saveTextFile(FILE, `${codes.join('\n')}\n`, 'text/plain')}
        >
          Save as a file
        </Button>
        <Button onPress={onClose}>I have kept them</Button>
      </div>
    </DeskDialog>
  );
}
