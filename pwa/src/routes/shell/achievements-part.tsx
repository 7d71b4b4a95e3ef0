import { useEffect } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import {
  AchievementsContent,
  AchievementsDialog,
} from '../../program/achievements/achievements-dialog.tsx';
import { refreshNow } from '@sunloop/engine/read.ts';
import { useReading } from '../use-reading.ts';

type Props = { db: UserDb; onClose: () => void };

/** The achievements over the page; asked for each time they are opened (SPEC §7). */
export function AchievementsPart({ db, onClose }: Props) {
  return (
    <AchievementsDialog onClose={onClose}>
      <LiveContent db={db} />
    </AchievementsDialog>
  );
}

function LiveContent({ db }: { db: UserDb }) {
  useEffect(() => {
    refreshNow(db, 'achievements').catch((error: unknown) =>
      console.error('Achievements could not be stored here:', error),
    );
  }, [db]);
  return <AchievementsContent of={useReading(db, 'achievements')} />;
}
