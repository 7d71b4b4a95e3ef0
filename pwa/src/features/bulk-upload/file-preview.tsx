import { REFERRAL_FIELDS, REFERRAL_HEADINGS } from '@sunloop/shared-types';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ColumnChoice } from './column-choice.tsx';
import type { Columns } from './columns/columns.ts';
import type { ParsedFile } from './parse-in-worker.ts';
import { SkippedLines } from './skipped-lines.tsx';
import { useMending } from './use-mending.ts';

/** SPEC §9. */
const PREVIEW_ROWS = 10;

type Props = {
  file: ParsedFile;
  isSaving: boolean;
  onColumns: (columns: Columns) => void;
  onUpload: (file: ParsedFile) => void;
  onBack: () => void;
};

/** What a file contains, before anything is sent: the first rows, and every line that is left out. */
export function FilePreview({ file, isSaving, onColumns, onUpload, onBack }: Props) {
  const { fileName, skipped, skippedCount } = file;
  const mending = useMending(file);
  const people = [...file.people, ...mending.mended];
  const count = people.length;
  return (
    <>
      <p className="upload-file">
        <strong>{fileName}</strong>
        <span>{count === 1 ? '1 person' : `${count.toLocaleString()} people`}</span>
      </p>
      {file.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {file.summary && <ColumnChoice reading={file} onChange={onColumns} />}
      {count === 0 ? (
        <EmptyState icon="file" title="Nobody in this file can be sent." />
      ) : (
        <section className="stack">
          <h3>{count > PREVIEW_ROWS ? `Preview: the first ${PREVIEW_ROWS} rows` : 'Preview'}</h3>
          <PlainTable
            label="Preview"
            columns={REFERRAL_HEADINGS}
            rows={people.slice(0, PREVIEW_ROWS).map((person, key) => ({
              key,
              cells: REFERRAL_FIELDS.map((field) => person[field] ?? ''),
            }))}
          />
        </section>
      )}
      <SkippedLines lines={skipped} count={skippedCount} mending={mending} />
      <div className="form-actions">
        <Button variant="quiet" onPress={onBack} isDisabled={isSaving}>
          Choose another file
        </Button>
        {count > 0 && (
          <Button
            variant="primary"
            onPress={() => onUpload({ ...file, people })}
            isDisabled={isSaving}
          >
            {isSaving ? 'Saving...' : uploadLabel(count)}
          </Button>
        )}
      </div>
    </>
  );
}

function uploadLabel(count: number): string {
  return count === 1 ? 'Upload 1 referral' : `Upload ${count.toLocaleString()} referrals`;
}
