import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import type { RejectedRow, UserDb } from '@sunloop/engine/data/user-db.ts';
import { readUpload } from '@sunloop/engine/save.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { ReadFile } from './parse-in-worker.ts';
import { UploadSummary } from './upload-summary.tsx';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

type Props = {
  db: UserDb;
  uploadId: string;
  /** It is being sent while the person watches. */
  isWatched: boolean;
  onAgain: () => void;
  onUpload: (mended: ReadFile) => void;
  onEdit: (row: RejectedRow) => void;
  /** Renders a link from a refused duplicate to the existing referral. */
  renderKnown: (row: RejectedRow) => ReactNode;
  onShowRefused: () => void;
  onClose: () => void;
};

/** The state of an upload, live, even if it was started on another day. */
export function UploadStatus({ db, uploadId, isWatched, ...acts }: Props) {
  const read = useLiveQuery(async () => {
    // Started together, because Dexie may not track a read after an await.
    const [upload, of] = await withReopen(db, () =>
      Promise.all([readUpload(db, uploadId), db.uploads.get(uploadId)]),
    );
    return { upload, of };
  }, [db, uploadId]);
  if (!read) return <Spinner label="Loading the upload" />;
  const { upload, of } = read;
  if (!upload || !of) {
    return <EmptyState icon="file" title="This upload is no longer on this device." />;
  }
  return isWatched && upload.waiting > 0 ? (
    <UploadProgress upload={upload} fileName={of.fileName} onClose={acts.onClose} />
  ) : (
    <UploadSummary key={uploadId} upload={upload} fileName={of.fileName} {...acts} />
  );
}
