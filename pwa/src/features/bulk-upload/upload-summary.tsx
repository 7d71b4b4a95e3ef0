import { useEffect, useRef, type ReactNode } from 'react';
import type { RejectedRow } from '../../data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { Tally } from '../../ui/tally.tsx';
import type { Upload } from '../../sync/save.ts';
import { countsOf, headlineOf } from './upload.ts';
import { UploadErrors } from './upload-errors.tsx';

type Props = {
  upload: Upload;
  fileName: string;
  onAgain: () => void;
  onEdit: (row: RejectedRow) => void;
  /** Renders a link from a refused duplicate to the existing referral. */
  renderKnown: (row: RejectedRow) => ReactNode;
  onShowRefused: () => void;
  onClose: () => void;
};

/** The result of an upload, live until its last row is sent. */
export function UploadSummary({ upload, fileName, onAgain, onClose, ...errorActs }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="upload-outcome">
        <h3 ref={heading} tabIndex={-1}>
          {headlineOf(upload)}
        </h3>
        <p className="muted">{fileName}</p>
      </div>
      <Tally counts={countsOf(upload)} />
      {upload.waiting > 0 && (
        <p>
          What waits is sent by itself as soon as there is a connection, even if you close this or
          the app.
        </p>
      )}
      {upload.refused.length > 0 && <UploadErrors refused={upload.refused} {...errorActs} />}
      <div className="form-actions">
        <Button variant="quiet" onPress={onAgain}>
          Upload another file
        </Button>
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
