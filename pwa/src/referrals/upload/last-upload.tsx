import { followLastUpload, type Upload } from '@sunloop/engine/save.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useFollowed } from '../../stored/use-stored.ts';

type Props = { onOpen: (uploadId: string) => void };

/** Leads back to the summary of the last upload while there is something to report. */
export function LastUpload({ onOpen }: Props) {
  const last = useFollowed(followLastUpload);
  if (!last) return null;
  const { upload, of } = last;
  const isMoving = upload.waiting > 0;
  const needsPerson = upload.refused.length > 0;
  return (
    <Banner
      tone={needsPerson ? 'bad' : isMoving ? 'wait' : 'good'}
      icon={needsPerson ? 'alert' : isMoving ? 'clock' : 'check'}
      action={
        <Button variant="quiet" size="sm" onPress={() => onOpen(of.id)}>
          View summary
        </Button>
      }
    >
      <strong>{of.fileName}</strong>: {progressText(upload)}
    </Banner>
  );
}

function progressText({ sent, alreadyThere, waiting, refused, leftOut }: Upload): string {
  const parts = [
    [sent, 'sent'],
    [alreadyThere, 'already there'],
    [waiting, 'waiting to send'],
    [refused.length, 'failed'],
    [leftOut?.count ?? 0, 'left out'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString()} ${word}`)
    .join(', ');
}
