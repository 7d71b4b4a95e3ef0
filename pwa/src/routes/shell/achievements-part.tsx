import { useEffect } from 'react';
import {
  AchievementsContent,
  AchievementsDialog,
} from '../../program/achievements/achievements-dialog.tsx';
import { refreshNow } from '@sunloop/engine/read.ts';
import { useReading } from '../use-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

type Props = { onClose: () => void };

/** The achievements over the page; asked for each time they are opened (SPEC §7). */
export function AchievementsPart({ onClose }: Props) {
  return (
    <AchievementsDialog onClose={onClose}>
      <LiveContent />
    </AchievementsDialog>
  );
}

function LiveContent() {
  const db = useUserDb();
  useEffect(() => {
    refreshNow(db, 'achievements').catch((error: unknown) =>
      console.error('Achievements could not be stored here:', error),
    );
  }, [db]);
  return <AchievementsContent of={useReading('achievements')} />;
}
