import { useState } from 'react';
import { REFERRAL_HEADINGS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ColumnChoice } from './column-choice.tsx';
import type { ParsedFile } from './parse-in-worker.ts';
import type { Chosen } from './read-people.ts';
import { LeftOutButton, LeftOutLines } from './left-out.tsx';
import { PermissionBox, usePermission } from './permission-box.tsx';
import { useMending } from './use-mending.ts';

/** SPEC §9. */
const PREVIEW_ROWS = 10;

type Props = {
  file: ParsedFile;
  isSaving: boolean;
  onChoose: (chosen: Chosen) => void;
  onUpload: (file: ParsedFile) => void;
  onBack: () => void;
};

/** What a file contains, before anything is sent: the first rows, and every line that is left out. */
export function FilePreview({ file, isSaving, onChoose, onUpload, onBack }: Props) {
  const { fileName, skipped, skippedCount } = file;
  const mending = useMending(file);
  const people = [...file.people, ...mending.mended];
  const count = people.length;
  const left = skippedCount - mending.mended.length;
  const [isFixing, setFixing] = useState(false);
  const permission = usePermission(file.columns);
  const handleUpload = () => {
    if (!permission.isGiven()) return;
    const rest = mending.left.map((line) => ({ ...line, person: permission.of(line.person) }));
    onUpload({ ...file, people: people.map(permission.of), skipped: rest, skippedCount: left });
  };
  return (
    <>
      <div className="upload-file">
        <strong>{fileName}</strong>
        <span>{count === 1 ? '1 person' : `${count.toLocaleString()} people`}</span>
        {skippedCount > 0 && (
          <span>
            Left out {left.toLocaleString()} ·{' '}
            <LeftOutButton lines={skipped} isOpen={isFixing} onOpen={setFixing} />
          </span>
        )}
      </div>
      {isFixing && <LeftOutLines lines={skipped} count={skippedCount} mending={mending} />}
      {file.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {file.headingOptions.length > 1 && <ColumnChoice reading={file} onChoose={onChoose} />}
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
      {count > 0 && <PermissionBox permission={permission} />}
      <div className="form-actions">
        <Button variant="quiet" onPress={onBack} isDisabled={isSaving}>
          Choose another file
        </Button>
        {count > 0 && (
          <Button variant="primary" onPress={handleUpload} isDisabled={isSaving}>
            {isSaving ? 'Saving...' : uploadLabel(count)}
          </Button>
        )}
      </div>
    </>
  );
}

/** What the button says that uploads so many. */
export function uploadLabel(count: number): string {
  return count === 1 ? 'Upload 1 referral' : `Upload ${count.toLocaleString()} referrals`;
}
