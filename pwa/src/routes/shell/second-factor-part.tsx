import { adminSecondFactorRoutes as table } from '@sunloop/shared-types/accounts/second-factor.ts';
import { useMemo, useState } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { CodesCard } from '../../accounts/second-factor/codes-card.tsx';
import type { FactorActs } from '../../accounts/second-factor/factor-acts.ts';
import { QrCode } from '../../visitors/share/qr-code.tsx';
import { writeDesk } from '@sunloop/engine/desk.ts';
import { refreshNow } from '@sunloop/engine/read.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { askingAgain } from '../ask-again.ts';
import { attempt, type AttemptWords } from '../attempt.ts';
import { PasskeysPart } from './passkeys-part.tsx';
import { AskAgainPart } from './ask-again-part.tsx';
import { useUser } from './user-context.ts';
import { useUserDb } from '../../stored/user-db.ts';

const FAILED = { failed: 'Update Failed' };
const ON = { title: 'Codes are on', description: 'They are asked for after your password.' };
const NEW = { title: 'New recovery codes', description: 'The earlier ones no longer work.' };
const OFF = { title: 'Codes are off', description: 'Your password is enough now, or a passkey.' };

/** What an admin has besides the password: passkeys, codes, and recovery codes. */
export function SecondFactorPart() {
  const db = useUserDb();
  const { userId: expectedUser } = db;
  const user = useUser();
  const [changes, setChanges] = useState(0);
  const { value: factor, problem } = useAnswer(
    async (signal) => (await call(table.ownSecondFactor, { expectedUser, signal })).data,
    `${expectedUser} ${changes}`,
  );
  const lookAgain = () => {
    setChanges(changes + 1);
    refreshNow(db, 'user').catch((error: unknown) =>
      console.error('The account could not be read again:', error),
    );
  };
  const acts = useMemo(() => actsOf(db), [db]);
  return (
    <>
      <AskAgainPart user={user} />
      <PasskeysPart onChange={lookAgain} />
      <CodesCard own={factor} problem={problem} acts={acts} Qr={QrCode} onChange={lookAgain} />
    </>
  );
}

const act = <T,>(words: AttemptWords, work: () => Promise<T>) =>
  attempt(words, () => askingAgain(work));

function actsOf(db: UserDb): FactorActs {
  return {
    start: () => act(FAILED, () => writeDesk(db, { route: table.startCodes, input: { body: {} } })),
    confirm: (code) =>
      act({ ...FAILED, done: ON }, async () => {
        const input = { body: { code } };
        return (await writeDesk(db, { route: table.confirmCodes, input })).recoveryCodes;
      }),
    renew: () =>
      act({ ...FAILED, done: NEW }, async () => {
        const input = { body: {} };
        return (await writeDesk(db, { route: table.newRecoveryCodes, input })).recoveryCodes;
      }),
    remove: () =>
      act({ ...FAILED, done: OFF }, () =>
        writeDesk(db, { route: table.removeCodes, input: { body: {} } }),
      ),
  };
}
