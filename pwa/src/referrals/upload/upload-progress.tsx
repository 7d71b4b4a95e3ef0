import { Button } from '../../ui/button.tsx';
import { percentOf, ProgressBar } from '../../ui/progress-bar.tsx';
import type { Upload } from '@sunloop/engine/save.ts';

type Props = { upload: Upload; fileName: string; onClose: () => void };

/** An upload on its way, row by row. */
export function UploadProgress({ upload, fileName, onClose }: Props) {
  const { total, waiting } = upload;
  const done = total - waiting;
  return (
    <>
      <div className="upload-progress">
        <p className="upload-percent">{percentOf(done, total)}%</p>
        <ProgressBar label={`Uploading ${fileName}`} value={done} max={total} />
        <p className="muted">
          {done.toLocaleString()} of {total.toLocaleString()} from {fileName}
        </p>
      </div>
      <p>
        Everything is saved on this device. You can close this, or the app: the rest is sent in the
        background.
      </p>
      <div className="form-actions">
        <Button variant="quiet" onPress={onClose}>
          Continue in the background
        </Button>
      </div>
    </>
  );
}
