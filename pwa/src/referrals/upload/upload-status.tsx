import { readKnownUpload } from '@sunloop/engine/save.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { type UploadActs, UploadSummary } from './upload-summary.tsx';
import { useStored } from '../../stored/use-stored.ts';

type Props = UploadActs & {
  uploadId: string;
  /** It is being sent while the person watches. */
  isWatched: boolean;
};

/** The state of an upload, live, even if it was started on another day. */
export function UploadStatus({ uploadId, isWatched, ...acts }: Props) {
  const known = useStored(readKnownUpload, uploadId);
  if (known === undefined) return <Spinner label="Loading the upload" />;
  if (!known) {
    return <EmptyState icon="file" title="This upload is no longer on this device." />;
  }
  const { upload, of } = known;
  return isWatched && upload.waiting > 0 ? (
    <UploadProgress upload={upload} fileName={of.fileName} onClose={acts.onClose} />
  ) : (
    <UploadSummary key={uploadId} upload={upload} fileName={of.fileName} {...acts} />
  );
}
