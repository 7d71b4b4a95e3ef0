import { useMemo } from 'react';
import { HOUR_MS } from '@sunloop/shared-types/limits.ts';
import { followRead } from '@sunloop/engine/data/follow-read.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { readUpload, type Upload } from '@sunloop/engine/save.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useFollowed } from '../../ui/use-followed.ts';
import { withReopen } from '@sunloop/engine/data/with-reopen.ts';

type Props = { db: UserDb; onOpen: (uploadId: string) => void };

const TABLES = ['uploads', 'outbox', 'rejected', 'sync'] as const;

/** Leads back to the summary of the last upload while there is something to report. */
export function LastUpload({ db, onOpen }: Props) {
  const follow = useMemo(
    () => followRead(db, TABLES, () => withReopen(db, () => readLastUpload(db))),
    [db],
  );
  const last = useFollowed(follow);
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

/** The last upload; null if it is finished and no longer news. */
async function readLastUpload(db: UserDb) {
  const of = await db.uploads.orderBy('at').last();
  const upload = of && (await readUpload(db, of.id));
  if (!upload) return null;
  const isNews = Date.now() - of.at < HOUR_MS;
  return isNews || upload.waiting + upload.refused.length > 0 ? { of, upload } : null;
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
