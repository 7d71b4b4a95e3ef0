import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useOpenForm } from '../../ui/forms/open-forms.ts';
import { type Count, Tally } from '../../ui/tally.tsx';
import type { Upload } from '@sunloop/engine/save.ts';
import { DoneActions } from './done-actions.tsx';
import { LeftOutButton, LeftOutLines } from './left-out.tsx';
import type { ReadFile } from './parse-in-worker.ts';
import { uploadLabel } from './preview.tsx';
import { countsOf, headlineOf } from './upload.ts';
import { type RefusedActs, UploadErrors } from './upload-errors.tsx';
import { useEdits } from './use-edits.ts';

const NOBODY: ReadFile['people'] = [];
const NO_LINES: ReadFile['leftOut'] = { count: 0, lines: [] };

/** What can be done once an upload is there. */
export type UploadActs = RefusedActs & {
  onAgain: () => void;
  onUpload: (mended: ReadFile) => void;
  onClose: () => void;
};
type Props = UploadActs & { upload: Upload; fileName: string };

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
  const leftOut = upload.leftOut ?? NO_LINES;
  const edits = useEdits({ people: NOBODY, leftOut });
  const [isFixing, setFixing] = useState(false);
  useOpenForm(isFixing);
  const left = edits.leftOut.count;
  const leftOutCount: Count = {
    label: 'Left out',
    count: left,
    tone: left > 0 ? 'wait' : 'plain',
    act: leftOut.count > 0 && (
      <LeftOutButton lines={leftOut.lines} isOpen={isFixing} onOpen={setFixing} />
    ),
  };
  return (
    <>
      <div className="upload-outcome">
        <h3 ref={heading} tabIndex={-1}>
          {headlineOf(upload)}
        </h3>
        <p className="muted">{fileName}</p>
      </div>
      <Tally counts={[...countsOf(upload), ...(upload.leftOut ? [leftOutCount] : [])]} />
      {isFixing && <LeftOutLines of={leftOut} edits={edits} />}
      {edits.sent.length > 0 && (
        <Button
          variant="primary"
          onPress={() => onUpload({ fileName, people: [...edits.sent], leftOut: edits.leftOut })}
        >
          {uploadLabel(edits.sent.length)}
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
