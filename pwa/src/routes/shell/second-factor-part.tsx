import { adminSecondFactorRoutes as table, type OwnSecondFactor } from '@sunloop/shared-types';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../api/client.ts';
import type { UserDb } from '../../data/user-db.ts';
import { CodesCard } from '../../features/admin-second-factor/codes-card.tsx';
import type { FactorActs } from '../../features/admin-second-factor/factor-acts.ts';
import { PasskeysCard } from '../../features/profile/passkeys-card.tsx';
import { QrCode } from '../../features/share/qr-code.tsx';
import { writeDesk } from '../../sync/desk.ts';
import { refreshNow } from '../../sync/read.ts';
import { attempt } from '../attempt.ts';

const FAILED = { failed: 'Update Failed' };
const OFF = { title: 'Codes are off', description: 'Your password is enough now, or a passkey.' };

/** What an admin has besides the password: passkeys, codes, and recovery codes. */
export function SecondFactorPart({ db }: { db: UserDb }) {
  const { factor, problem, look } = useOwnFactor(db);
  const lookAgain = () => {
    void look();
    refreshNow(db, 'user').catch((error: unknown) =>
      console.error('The account could not be read again:', error),
    );
  };
  const acts = useMemo(() => actsOf(db), [db]);
  return (
    <>
      <PasskeysCard db={db} onChange={lookAgain} />
      <CodesCard own={factor} problem={problem} acts={acts} Qr={QrCode} onChange={lookAgain} />
    </>
  );
}

/** Asked for when somebody looks, and once it was changed. */
function useOwnFactor({ userId: expectedUser }: UserDb) {
  const [factor, setFactor] = useState<OwnSecondFactor>();
  const [problem, setProblem] = useState('');
  const look = useCallback(
    (signal?: AbortSignal) =>
      call(table.ownSecondFactor, { expectedUser, ...(signal && { signal }) }).then(
        ({ data }) => setFactor(data),
        (error: unknown) => {
          if (!signal?.aborted) setProblem(error instanceof Error ? error.message : String(error));
        },
      ),
    [expectedUser],
  );
  useEffect(() => {
    const gone = new AbortController();
    void look(gone.signal);
    return () => gone.abort();
  }, [look]);
  return { factor, problem, look };
}

function actsOf(db: UserDb): FactorActs {
  return {
    start: (currentPassword) =>
      attempt(FAILED, () =>
        writeDesk(db, { route: table.startCodes, input: { body: { currentPassword } } }),
      ),
    confirm: (code) =>
      attempt(FAILED, async () => {
        const input = { body: { code } };
        return (await writeDesk(db, { route: table.confirmCodes, input })).recoveryCodes;
      }),
    renew: (currentPassword) =>
      attempt(FAILED, async () => {
        const input = { body: { currentPassword } };
        return (await writeDesk(db, { route: table.newRecoveryCodes, input })).recoveryCodes;
      }),
    remove: (currentPassword) =>
      attempt({ ...FAILED, done: OFF }, () =>
        writeDesk(db, { route: table.removeCodes, input: { body: { currentPassword } } }),
      ),
  };
}
