import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import { useEffect, useMemo } from 'react';
import * as v from 'valibot';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { asked, readDesk, refreshDesk } from '@sunloop/engine/desk.ts';
import type { PersonOption } from '../../ui/desk/person-field.tsx';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

const readPerson = (db: UserDb, question: typeof routes.userDetail) => readDesk(db, question);

/** The user a list is filtered by; undefined until known. Their referrals say so, too, without asking for them. */
export function usePerson(id: string, first?: AdminReferral): PersonOption | undefined {
  const db = useUserDb();
  const question = useMemo(() => asked(routes.userDetail, { params: { id } }), [id]);
  const isUnknown = v.is(Id, id) && first?.userId !== id;
  const held = useStored(readPerson, question);
  useEffect(() => {
    if (!isUnknown) return;
    refreshDesk(db, question).catch((error: unknown) =>
      console.error('Reading a user failed on this device:', error),
    );
  }, [db, question, isUnknown]);
  if (first?.userId === id) return { id, name: first.referrerName, email: first.referrerEmail };
  const user = held?.data?.user;
  return user?.id === id ? { id, name: user.username, email: user.email } : undefined;
}
