import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type { Receipt } from '@sunloop/shared-types/referrals/receipts.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { isEmptied } from '../../db/query/is-emptied.ts';
import { keysOf } from '../../ground/keys/service.ts';
import { REFERRAL_COLUMNS } from '../queries.ts';
import { personHashOf, presentKey, readSigned } from './service.ts';

const FIND = `
  select ${REFERRAL_COLUMNS} from referrals r
  where r.user_id = ? and r.id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`;

// One that was given out since, for the later time, gives way; one without a hash is of somebody forgotten.
const KEEP = `
  insert into receipts as c (code, referral_id, person_hash, taken_at, received_at, terms_at, key_id)
  select g.code, r.id, decode(g."personHash", 'hex'), g."takenAt", g."receivedAt", g."termsAt", g."keyId"
  from jsonb_to_recordset(?::jsonb) as g (code text, "referralId" uuid, "personHash" text, "takenAt" timestamptz,
    "receivedAt" timestamptz, "termsAt" timestamptz, "keyId" text) join referrals r on r.id = g."referralId"
  where not (${isEmptied('r')})
  order by r.id for share of r
  on conflict (referral_id) do update set code = excluded.code, taken_at = excluded.taken_at,
    received_at = excluded.received_at, terms_at = excluded.terms_at, key_id = excluded.key_id,
    person_hash = excluded.person_hash
  where c.received_at > excluded.received_at and c.person_hash is not null`;

/**
 * Keeps receipts that a device sent along with rows this server had lost: who was first stays first (docs/design.md,
 * Receipts). Believed is what one of our keys signed, of a referral of this user as it is stored, for an earlier time than
 * the one it came again at; anything else changes nothing. Safe to repeat.
 */
export async function believeReceipts(
  em: SqlEntityManager,
  userId: string,
  given: readonly string[],
): Promise<void> {
  if (given.length === 0) return;
  const keys = (await keysOf(em, 'receipt')).map(presentKey);
  const signed = await Promise.all(
    given.slice(0, PUSH_MAX_ROWS).map((text) => readSigned(text, keys)),
  );
  const read = new Map(signed.flatMap((one) => (one ? [[one.referralId, one]] : [])));
  if (read.size === 0) return;
  const rows = await em.execute<Referral[]>(FIND, [userId, JSON.stringify([...read.keys()])]);
  const earlier = rows.flatMap((row) => {
    const receipt = read.get(row.id);
    return receipt && isEarlier(receipt, row) ? receipt : [];
  });
  if (earlier.length > 0) await em.execute(KEEP, [JSON.stringify(earlier)]);
}

const isEarlier = (receipt: Receipt, row: Referral) =>
  receipt.receivedAt < row.createdAt && receipt.personHash === personHashOf(row);
