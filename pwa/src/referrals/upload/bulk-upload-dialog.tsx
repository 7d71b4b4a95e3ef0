import { Modal } from '../../ui/layers/modal.tsx';
import { FileSteps } from './file-steps.tsx';
import type { FindKnown } from './use-known.ts';
import type { RefusedActs } from './upload-errors.tsx';
import { UploadStatus } from './upload-status.tsx';
import { useUpload } from './use-upload.ts';
import './bulk-upload.css';

type Props = RefusedActs & {
  /** Its place: choosing a file, taking one handed over, or the upload with this id. */
  place: string;
  onPlace: (place: string) => void;
  /** Who of the people found may be among the person's referrals. */
  findKnown: FindKnown;
  onClose: () => void;
};

/** The bulk upload of SPEC §2. Closing it loses nothing: what is saved continues in the background. */
export function BulkUploadDialog({ place, onPlace, findKnown, onClose, ...errorActs }: Props) {
  const { isSaving, sendingId, start } = useUpload(onPlace);
  const isChoosing = place === 'new' || place === 'shared';
  return (
    <Modal
      title="Bulk Upload"
      description={
        isChoosing ? 'Add many referrals at once from a CSV file, contacts or a text.' : undefined
      }
      onClose={onClose}
      isDismissable={false}
      width="wide"
    >
      {isChoosing ? (
        <FileSteps
          onClose={onClose}
          isShared={place === 'shared'}
          isSaving={isSaving}
          findKnown={findKnown}
          onUpload={(file) => void start(file)}
        />
      ) : (
        <UploadStatus
          uploadId={place}
          isWatched={sendingId === place}
          onAgain={() => onPlace('new')}
          onUpload={(mended) => void start(mended)}
          onClose={onClose}
          {...errorActs}
        />
      )}
    </Modal>
  );
}
