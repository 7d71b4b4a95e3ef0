import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { digitsOf } from '@sunloop/shared-types/values/digits.ts';
import { readPhones } from '@sunloop/shared-types/values/phone-numbers.ts';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../../src/db/orm.ts';
import { findDefaultCountry } from '../../src/ground/settings/queries.ts';

/** Rows of one transaction. */
const BATCH_ROWS = 200;
/** Of one call, so that each takes a few seconds; a call every ten seconds reads 200,000 in eight minutes. */
const CALL_ROWS = 4000;
/**
 * Others have the process for this long after each transaction, four times as long as its phones take: those of a file of
 * 10,000 take five times as long as storing them, and somebody may be sending the next one. Milliseconds.
 */
const REST_MS = 100;
/** Reading a phone takes a tenth of a millisecond: other requests run in between. */
const TURN_ROWS = 20;

/** Raised whenever `readPhones` reads a phone in another way: then all are read anew, as with another country. */
const READING = 3;

const UNREAD = `
  select s.id, r.phone, s.phone_tail as tail from referral_search s left join referrals r on r.id = s.id
  where s.numbers is null limit :rows for update of s skip locked`;

interface Unread {
  readonly id: string;
  readonly phone: string | null;
  readonly tail: string;
}

/** What a search finds of a phone by its digits, and what others are compared with. */
interface Read extends Unread {
  readonly numbers: string;
  readonly compared: string;
}

const READ = `(select * from jsonb_to_recordset(:read::jsonb) as x(
  id uuid, phone text, tail text, numbers text, compared text)) x`;

// Digits that the text has anyway are not added: most phones are written plainly.
const STORE = `
  update referral_search s set numbers = x.numbers, phone_tail = x.compared,
    content = s.content || case when x.numbers = '' or position(x.numbers in s.content) > 0 then ''
      else E'\\n' || x.numbers end
  from ${READ} where s.id = x.id`;

/** Marks those with these numbers again. */
const REMARK = `
  update referral_search s set is_duplicate = not s.is_duplicate
  where (s.phone_tail = any (array(select jsonb_array_elements_text(:tails::jsonb))) and s.phone_tail <> ''
      or s.id = any (array(select id from ${READ})))
    and s.is_duplicate <> (is_referred_by_others(s.email, s.phone_tail, s.user_id)
      and not exists (select from duplicate_decisions d where d.referral_id = s.id))`;

/**
 * Reads the phones of the search table with the library of phones, a few at a time; until then the table has their
 * digits as they are written. All of them again when the default country or the reading has changed. Returns how many were read.
 * `rest` leaves the process to others for so many milliseconds.
 */
export async function readSearchPhones(
  orm: Orm,
  rest: (ms: number) => Promise<unknown> = wait,
): Promise<number> {
  const country = await findDefaultCountry(orm.em.fork());
  await forgetOthers(orm.em.fork(), country);
  let rows = 0;
  while (rows < CALL_ROWS) {
    const read = await orm.em.fork().transactional((tx) => readSome(tx, country));
    rows += read;
    if (read < BATCH_ROWS) break;
    await rest(REST_MS);
  }
  return rows;
}

async function forgetOthers(em: SqlEntityManager, country: string): Promise<void> {
  await em.transactional(async (tx) => {
    const [moved] = await tx.execute<object[]>(
      'update referral_search_mark set country = :reading where country <> :reading returning 1',
      { reading: `${country} ${READING}` },
    );
    if (moved)
      await tx.execute('update referral_search set numbers = null where numbers is not null');
  });
}

async function readSome(tx: SqlEntityManager, country: string): Promise<number> {
  const unread = await tx.execute<Unread[]>(UNREAD, { rows: BATCH_ROWS });
  if (unread.length === 0) return 0;
  const found: Read[] = [];
  for (const [at, row] of unread.entries()) {
    if (at % TURN_ROWS === TURN_ROWS - 1) await nextTurn();
    found.push({ ...row, ...keysOf(row.phone, country) });
  }
  await tx.execute(STORE, { read: JSON.stringify(found) });
  const moved = found.filter(({ tail, compared }) => tail !== compared);
  if (moved.length === 0) return found.length;
  const tails = JSON.stringify([
    ...new Set(moved.flatMap(({ tail, compared }) => [tail, compared])),
  ]);
  await tx.execute(REMARK, { read: JSON.stringify(moved), tails });
  return found.length;
}

function keysOf(phone: string | null, country: string) {
  const numbers = readPhones(phone, country);
  return {
    numbers: numbers.flatMap(({ dialed }) => (dialed ? digitsOf(dialed) : [])).join('\n'),
    compared: numbers[0]?.compared ?? '',
  };
}
