import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { followLive } from '@sunloop/engine/data/follow-live.ts';
import { hasLostProfile } from '@sunloop/engine/session.ts';
import { standNotice } from '../../ui/layers/notices.ts';

const LOST = {
  title: 'Check your profile',
  description: 'The server was put back to an earlier state and has an older profile.',
};

/** Says that the profile has to be looked at after a restore of the server (rule 38); returns how to stop. */
export function tellLostProfile(db: UserDb): () => void {
  return followLive(db, () => hasLostProfile(db))(
    (isLost) => {
      if (isLost) standNotice('profile', { ...LOST, onDismiss: () => standNotice('profile') });
    },
    (error: unknown) => console.warn('Whether a profile was lost is not known:', error),
  );
}
