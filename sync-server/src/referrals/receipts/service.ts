import { createHash } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { isReceipt1Signed, readReceipt1 } from '@sunloop/shared-types/referrals/receipts-1.ts';
import {
  RECEIPT_ALGORITHM,
  RECEIPT_CODE_LENGTH,
  readReceipt,
  type Receipt,
  receiptJws,
  type ReceiptKey,
  receiptParts,
  receiptPersonText,
  type receiptRoutes,
} from '@sunloop/shared-types/referrals/receipts.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { RouteAnswer } from '@sunloop/shared-types/route.ts';
import { CompactSign, compactVerify, errors } from 'jose';
import { isEmptied } from '../../db/query/is-emptied.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import type { Actor } from '../../http/context.ts';
import { keysOf, newestKey, type ServerKey } from '../../ground/keys/service.ts';
import { REFERRAL_COLUMNS } from '../queries.ts';
import { newCode } from '../../ground/users/referral-code.ts';

const RECEIPT_COLUMNS = `c.code, encode(c.person_hash, 'hex') as "personHash", ${isoTime('c.taken_at', 'takenAt')},
  ${isoTime('c.received_at', 'receivedAt')}, ${isoTime('c.terms_at', 'termsAt')}, c.key_id as "keyId"`;

const FIND = `
  select ${REFERRAL_COLUMNS}, r.id as "referralId", ${RECEIPT_COLUMNS}
  from referrals r left join receipts c on c.referral_id = r.id
  where r.id in (select value::uuid from jsonb_array_elements_text(:ids::jsonb))
    and (:userId::uuid is null or r.user_id = :userId::uuid)
  order by r.created_at desc, r.id desc`;

// The rows are held until it is stored, so that nobody is forgotten between the hash of them and its being stored.
const MAKE = `
  insert into receipts (code, referral_id, person_hash, taken_at, received_at, terms_at, key_id)
  select g.code, r.id, decode(g.hash, 'hex'), r.date, r.created_at,
    (select updated_at from system_settings where key = 'pages.terms'), :keyId
  from jsonb_to_recordset(:made::jsonb) as g (id uuid, code text, hash text) join referrals r on r.id = g.id
  where not (${isEmptied('r')})
  order by r.id for share of r
  on conflict do nothing`;

/** A referral and its receipt: without a code if none was given out yet, without a hash if its person was forgotten. */
type Row = Referral & { readonly [Name in keyof Receipt]: Receipt[Name] | null };

/**
 * The receipts of those of these referrals that are the actor's own, or of all for an admin, newest first; each is made when it
 * is first asked for, and the same ever after. Left out is who was forgotten.
 */
export async function giveReceipts(
  em: SqlEntityManager,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
  ids: readonly string[],
): Promise<RouteAnswer<typeof receiptRoutes.receipts>> {
  const asked = { ids: JSON.stringify(ids), userId: role === 'admin' ? null : userId };
  let rows = await em.execute<Row[]>(FIND, asked);
  const without = rows.filter(({ code, email }) => code === null && email !== '');
  if (without.length > 0) {
    const { id: keyId } = await newestKey(em, 'receipt');
    const made = without.map((row) => ({
      id: row.id,
      code: newCode(RECEIPT_CODE_LENGTH),
      hash: personHashOf(row),
    }));
    await em.execute(MAKE, { keyId, made: JSON.stringify(made) });
    rows = await em.execute<Row[]>(FIND, asked);
  }
  const keys = await keysOf(em, 'receipt');
  const receipts = rows.filter(isWhole).map((row) => signReceipt(row, keys));
  return { receipts: await Promise.all(receipts), keys: keys.map(presentKey) };
}

/** What stands for the person of a referral in its receipt. */
export const personHashOf = (row: Referral): string =>
  createHash('sha256').update(receiptPersonText(row)).digest('hex');

const isWhole = (row: Row): row is Row & Receipt => row.personHash !== null;

async function signReceipt(receipt: Receipt, keys: readonly ServerKey[]): Promise<string> {
  const key = keys.find(({ id }) => id === receipt.keyId);
  if (!key) throw new Error(`there is no key ${receipt.keyId}`);
  const { header, payload } = receiptParts(receipt);
  return new CompactSign(Buffer.from(payload)).setProtectedHeader(header).sign(key.privateKey);
}

/** All keys that verify receipts, the newest first. */
export async function findReceiptKeys(em: SqlEntityManager): Promise<ReceiptKey[]> {
  return (await keysOf(em, 'receipt')).map(presentKey);
}

/** As it is published. */
export function presentKey({ id, publicKey }: ServerKey): ReceiptKey {
  return { kty: 'OKP', crv: 'Ed25519', kid: id, x: publicKey.toString('base64url') };
}

/** What a page may tell of a receipt to whoever has its code. */
export type ReceiptFacts = Omit<Receipt, 'personHash'>;

/** The receipt with this code, whatever became of its referral; undefined if there is none. */
export async function findReceipt(
  em: SqlEntityManager,
  code: string,
): Promise<ReceiptFacts | undefined> {
  const [row] = await em.execute<ReceiptFacts[]>(
    `select c.referral_id as "referralId", ${RECEIPT_COLUMNS} from receipts c where c.code = ?`,
    [code],
  );
  return row;
}

/** What a receipt says that one of our keys has signed, whether or not we still know it; undefined if it is none. */
export async function verifyReceipt(
  em: SqlEntityManager,
  text: string,
): Promise<Receipt | undefined> {
  return readSigned(text, await findReceiptKeys(em));
}

/** What a receipt says that one of these keys has signed; undefined if it is none. */
export async function readSigned(
  text: string,
  keys: readonly ReceiptKey[],
): Promise<Receipt | undefined> {
  const receipt = readReceipt(text);
  if (!receipt) return undefined;
  const key = keys.find(({ kid }) => kid === receipt.keyId);
  return key && (await isSigned(text, key)) ? receipt : undefined;
}

async function isSigned(text: string, key: ReceiptKey): Promise<boolean> {
  // Gone in 0.2.0 (`receipt-1.ts`).
  if (readReceipt1(text)) return isReceipt1Signed(text, key);
  try {
    await compactVerify(receiptJws(text), key, { algorithms: [RECEIPT_ALGORITHM] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
