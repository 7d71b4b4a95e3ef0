import { hash, randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { NEW_CODES_MS, RECOVERY_CODES } from '@sunloop/shared-types/limits.ts';
import { crockford, CROCKFORD_ALPHABET, readCode } from '@sunloop/shared-types/values/read-code.ts';
import { Secret, TOTP } from 'otpauth';
import { seal, unseal } from './seal.ts';
import { factorSetupOf } from './setup.ts';

// What apps expect (RFC 6238): SHA-1, six digits, 30 seconds; RFC 4226, 4: 160 bits.
const PERIOD_S = 30;
const SECRET_BYTES = 20;
const ISSUER = 'Sunloop';

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_S });

interface Codes {
  readonly secret: string | null;
  readonly newSecret: string | null;
  /** The database's clock, so that a process with a wrong clock judges correctly. Seconds since 1970. */
  readonly now: number;
}

const FIND = `
  select secret, extract(epoch from now())::float8 as now,
    case when new_since > now() - make_interval(secs => ?) then new_secret end as "newSecret"
  from one_time_codes where user_id = ?`;

async function findCodes(em: SqlEntityManager, userId: string): Promise<Codes | undefined> {
  const [codes] = await em.execute<Codes[]>(FIND, [NEW_CODES_MS / 1000, userId]);
  return codes;
}

const PROPOSE = `
  insert into one_time_codes (user_id, new_secret, new_since) values (:userId, :sealed, now())
  on conflict (user_id) do update set new_secret = excluded.new_secret, new_since = excluded.new_since`;

/**
 * A secret for an app, which counts once a code confirms it; until then, and for an hour, it is the same one each time.
 * `label` is what the app shows.
 */
export async function proposeCodes(
  tx: SqlEntityManager,
  { userId, label }: { userId: string; label: string },
): Promise<{ secret: string; address: string }> {
  const { keys } = factorSetupOf(tx);
  const known = (await findCodes(tx, userId))?.newSecret;
  const opened = known ? unseal(keys, known, userId) : undefined;
  const secret = opened ?? new Secret({ size: SECRET_BYTES }).base32;
  if (opened === undefined)
    await tx.execute(PROPOSE, { userId, sealed: seal(keys, secret, userId) });
  return { secret, address: totpOf(secret, label).toString() };
}

const FORGET_PROPOSED = `
  update one_time_codes set new_secret = null, new_since = null where user_id = ? and new_secret is not null`;

/** Forgets a secret that waits to be confirmed: whoever was shown it would know the codes of the person who confirms it. */
export async function forgetProposedCodes(tx: SqlEntityManager, userId: string): Promise<void> {
  await tx.execute(FORGET_PROPOSED, [userId]);
}

const CONFIRM = `
  update one_time_codes set secret = new_secret, on_since = now(), last_step = :step, new_secret = null, new_since = null
  where user_id = :userId and new_secret = :newSecret returning user_id`;

/** Turns codes on by the first of them; false if it is not right, or nothing waits to be confirmed. */
export async function confirmCodes(
  tx: SqlEntityManager,
  { userId, code }: GivenCode,
): Promise<boolean> {
  const codes = await findCodes(tx, userId);
  const newSecret = codes?.newSecret;
  if (!codes || !newSecret) return false;
  const step = stepOf(unseal(factorSetupOf(tx).keys, newSecret, userId), code, codes.now);
  if (step === undefined) return false;
  return (await tx.execute<object[]>(CONFIRM, { userId, newSecret, step })).length > 0;
}

const LOCK = `
  insert into one_time_codes (user_id, secret, on_since) values (:userId, :sealed, now())
  on conflict (user_id) do update set secret = excluded.secret, on_since = excluded.on_since,
    last_step = 0, new_secret = null, new_since = null`;

/** Turns on codes of a secret that nobody was shown: a password opens the account again once another admin has reset them. */
export async function turnUnknownCodesOn(tx: SqlEntityManager, userId: string): Promise<void> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  await tx.execute(LOCK, { userId, sealed: seal(factorSetupOf(tx).keys, secret, userId) });
}

const SIX_DIGITS = { others: /\D/g, length: 7 };
const isDigits = (code: string) => /^\d{6}$/.test(code);

/**
 * The time step whose code this is, now or one before or after; undefined for none. Only digits are compared, because `validate`
 * throws for six signs that take more than six bytes.
 */
function stepOf(secret: string | undefined, code: string, now: number): number | undefined {
  if (secret === undefined || !isDigits(code)) return undefined;
  const timestamp = now * 1000;
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(now / PERIOD_S) + delta;
}

export interface GivenCode {
  readonly userId: string;
  readonly code: string;
}

/** Uses up a code of the app or a recovery code, as typed; undefined if it is neither or was used. */
export async function spendCode(
  em: SqlEntityManager,
  { userId, code }: GivenCode,
): Promise<'code' | 'recovery code' | undefined> {
  const digits = readCode(code, SIX_DIGITS);
  if (isDigits(digits) && !/\p{L}/u.test(code))
    return (await spendDigits(em, { userId, code: digits })) ? 'code' : undefined;
  const sql =
    'delete from recovery_codes where user_id = ? and code_hash in (?, ?) returning user_id';
  const hashes = [CODE_LENGTH, OLD_CODE_LENGTH].map((length) => hashOf(code, length));
  const used = await em.execute<object[]>(sql, [userId, ...hashes]);
  return used.length > 0 ? 'recovery code' : undefined;
}

// A code works once, and so does no older one after it. With the newest key, so that older ones can be given up.
const USE = `
  update one_time_codes set last_step = :step, secret = :sealed
  where user_id = :userId and secret = :secret and last_step < :step returning user_id`;

async function spendDigits(em: SqlEntityManager, { userId, code }: GivenCode): Promise<boolean> {
  const { keys } = factorSetupOf(em);
  const codes = await findCodes(em, userId);
  if (!codes?.secret) return false;
  const secret = unseal(keys, codes.secret, userId);
  const step = stepOf(secret, code, codes.now);
  if (secret === undefined || step === undefined) return false;
  const sealed = seal(keys, secret, userId);
  const values = { userId, secret: codes.secret, step, sealed };
  return (await em.execute<object[]>(USE, values)).length > 0;
}

// Nothing in it can be confused. 24 of them are 120 bits: below 112 a hash as of passwords is asked for (ASVS 5.0.0, 6.5.2).
const ALPHABET = CROCKFORD_ALPHABET;
const CODE_LENGTH = 24;
/** Of codes that were made before. */
const OLD_CODE_LENGTH = 16;

/** `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX`. */
function newRecoveryCode(): string {
  const signs = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return signs.join('').replaceAll(/.{4}(?=.)/g, '$&-');
}

const hashOf = (code: string, length = CODE_LENGTH) =>
  hash('sha256', readCode(code, crockford(length)), 'hex');

const ADD = `
  insert into recovery_codes (user_id, code_hash)
  select :userId, value from jsonb_array_elements_text(:hashes::jsonb)`;

/** Ten new recovery codes instead of those there were. */
export async function replaceRecoveryCodes(
  tx: SqlEntityManager,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.execute('delete from recovery_codes where user_id = ?', [userId]);
  await tx.execute(ADD, { userId, hashes: JSON.stringify(codes.map((code) => hashOf(code))) });
  return codes;
}
