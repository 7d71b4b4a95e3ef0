import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenForm } from '../../ui/forms/open-forms.ts';
import { type Count, Tally } from '../../ui/tally.tsx';
import type { Upload } from '@sunloop/engine/save.ts';
import { DoneActions } from './done-actions.tsx';
import { uploadLabel } from './file-preview.tsx';
import { LeftOutButton, LeftOutLines } from './left-out.tsx';
import type { ParsedFile } from './parse-in-worker.ts';
import { countsOf, headlineOf } from './upload.ts';
import { UploadErrors } from './upload-errors.tsx';
import { useMending } from './use-mending.ts';

/** What of a file is uploaded, and what is left out. */
export type FilePart = Pick<ParsedFile, 'fileName' | 'people' | 'skipped' | 'skippedCount'>;

const NO_LINES = { count: 0, lines: [] };

type Props = {
  upload: Upload;
  fileName: string;
  onAgain: () => void;
  onUpload: (mended: FilePart) => void;
  onEdit: (row: RejectedRow) => void;
  /** Renders a link from a refused duplicate to the existing referral. */
  renderKnown: (row: RejectedRow) => ReactNode;
  onShowRefused: () => void;
  onClose: () => void;
};

/** The result of an upload, live until its last row is sent. */
export function UploadSummary({
  upload,
  fileName,
  onAgain,
  onUpload,
  onClose,
  ...errorActs
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { count, lines } = upload.leftOut ?? NO_LINES;
  const mending = useMending({ people: NO_LINES.lines, skipped: lines });
  const [isFixing, setFixing] = useState(false);
  useOpenForm(isFixing);
  const [mended, left] = [mending.mended.length, count - mending.mended.length];
  const leftOut: Count = {
    label: 'Left out',
    count: left,
    tone: left > 0 ? 'wait' : 'plain',
    act: count > 0 && <LeftOutButton lines={lines} isOpen={isFixing} onOpen={setFixing} />,
  };
  return (
    <>
      <div className="upload-outcome">
        <h3 ref={heading} tabIndex={-1}>
          {headlineOf(upload)}
        </h3>
        <p className="muted">{fileName}</p>
      </div>
      <Tally counts={[...countsOf(upload), ...(upload.leftOut ? [leftOut] : [])]} />
      {isFixing && <LeftOutLines lines={lines} count={count} mending={mending} />}
      {mended > 0 && (
        <Button
          variant="primary"
          onPress={() =>
            onUpload({
              fileName,
              people: mending.mended,
              skipped: mending.left,
              skippedCount: left,
            })
          }
        >
          {uploadLabel(mended)}
        </Button>
      )}
      {upload.waiting > 0 && (
        <p>We’ll send the rest as soon as you’re online, even if you close the app.</p>
      )}
      {upload.refused.length > 0 && <UploadErrors refused={upload.refused} {...errorActs} />}
      <DoneActions againLabel="Upload another file" onAgain={onAgain} onClose={onClose} />
    </>
  );
}
