import { SessionsCard } from '../accounts/profile/sessions-card.tsx';
import { endAllSessions } from '@sunloop/engine/account.ts';
import type { SaveOutcome } from '../ui/forms/save-outcome.ts';
import { attempt } from './attempt.ts';
import { useFresh, useReading } from './use-reading.ts';
import { useUserDb } from '../stored/user-db.ts';

const NAMES = ['sessions'] as const;

type Props = { onAllEnded: () => Promise<void> };

/** Where the person is signed in; fetched when somebody looks. */
export function SessionsPart({ onAllEnded }: Props) {
  const db = useUserDb();
  useFresh(NAMES);
  const endAll = async (): Promise<SaveOutcome> => {
    const outcome = await attempt({ failed: 'Logout failed' }, () => endAllSessions(db));
    // The device forgets what is cached; what waits stays for the next sign-in.
    if (outcome.isSaved) await onAllEnded();
    return outcome;
  };
  return <SessionsCard sessions={useReading('sessions')} onEndAll={endAll} />;
}
