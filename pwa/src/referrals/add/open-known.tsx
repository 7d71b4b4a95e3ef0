import type { RejectedRow, UserDb } from '@sunloop/engine/data/user-db.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { findKnown } from './known-people.ts';
import { useStored } from '../../stored/use-stored.ts';

type Props = { rejected: RejectedRow };

async function readAlike(db: UserDb, email: string | undefined, id: string) {
  if (email === undefined) return [];
  const known = await findKnown(db, { email, phone: '' }, id);
  return known.filter(({ isRefusedAgain }) => isRefusedAgain);
}

/** Leads from a row that was refused as a duplicate to the referral that has its email. */
export function OpenKnown({ rejected: { id, code, row } }: Props) {
  const email = code === 'duplicate_referral' ? row?.email : undefined;
  const known = useStored(readAlike, email, id);
  const stored = known?.find(({ row }) => row?.kind === 'stored');
  if (!stored?.row) return null;
  return (
    <ButtonLink to="/referrals" search={{ referral: stored.row.id }} variant="quiet">
      Open the one you have
    </ButtonLink>
  );
}
