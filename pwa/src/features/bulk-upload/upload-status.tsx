import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import type { RejectedRow, UserDb } from '../../data/user-db.ts';
import { readUpload } from '../../sync/upload/bulk-upload.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { UploadSummary } from './upload-summary.tsx';
import { withReopen } from '../../data/with-reopen.ts';

type Props = {
  db: UserDb;
  uploadId: string;
  /** It is being sent row by row in front of the person. */
  isWatched: boolean;
  onAgain: () => void;
  onEdit: (row: RejectedRow) => void;
  /** The way from a refused duplicate to the one that is there. */
  renderKnown: (row: RejectedRow) => ReactNode;
  onShowRefused: () => void;
  onClose: () => void;
};

/** How an upload stands, live, also when it was begun another day. */
export function UploadStatus({ db, uploadId, isWatched, ...acts }: Props) {
  const read = useLiveQuery(async () => {
    // Begun together: a read after an await may slip out of what Dexie watches.
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
  return (isWatched && upload.waiting > 0) || upload.isRunning ? (
    <UploadProgress upload={upload} fileName={of.fileName} onClose={acts.onClose} />
  ) : (
    <UploadSummary upload={upload} fileName={of.fileName} {...acts} />
  );
}
