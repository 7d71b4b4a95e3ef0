import { useLiveQuery } from 'dexie-react-hooks';
import type { RejectedRow, UserDb } from '@sunloop/engine/data/user-db.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { findKnown } from './known-people.ts';

type Props = { db: UserDb; rejected: RejectedRow };

/** Leads from a row that was refused as a duplicate to the referral that has its email. */
export function OpenKnown({ db, rejected: { id, code, row } }: Props) {
  const email = code === 'duplicate_referral' ? row?.email : undefined;
  const known = useLiveQuery(
    async () => (email === undefined ? [] : findKnown(db, { email, phone: '' }, id)),
    [db, email, id],
  );
  const stored = known?.find((person) => person.row.kind === 'stored');
  if (!stored) return null;
  return (
    <ButtonLink to="/referrals" search={{ referral: stored.row.id }} variant="quiet">
      Open the one you have
    </ButtonLink>
  );
}
