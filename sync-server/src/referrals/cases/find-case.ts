import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { CASE_MAX } from '@sunloop/shared-types/referrals/cases.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { emailMailbox } from '@sunloop/shared-types/values/email-person.ts';
import { isEmptied } from '../../db/query/is-emptied.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { findDefaultCountry } from '../../ground/settings/queries.ts';
import { findAdminReferral, findAdminReferralsById } from '../queries.ts';
import { findSamePeople, isSamePerson } from '../same-person.ts';

/** As many as are looked at to find those of a case: some turn out to have another phone, or to be of one user. */
const LOOKED_AT = 10 * CASE_MAX;

/** Referrals by different users with one mailbox or phone, each with at least one other; one alone if others are gone. */
export interface Case {
  /** The first received one first, by id if at once. */
  readonly members: readonly AdminReferral[];
  /** When those were first received that a restore lost and that came again, by their ids. */
  readonly firstReceived: ReadonlyMap<string, string>;
  /** What was decided about them: the referral that is paid first, or null for a person of their own. */
  readonly decided: ReadonlyMap<string, string | null>;
  /** The referral by which one is paid whose person was forgotten or erased; undefined if there is none. */
  readonly paidElsewhere: string | undefined;
}

/** Of one user's rows none is a duplicate of another. */
const areOfOthers = (one: AdminReferral, other: AdminReferral) => one.userId !== other.userId;

/** The case of a referral: those that others also referred, those by which they are known, and so on. Undefined without it. */
export async function findCase(em: SqlEntityManager, id: string): Promise<Case | undefined> {
  const own = await findAdminReferral(em, id);
  if (!own) return undefined;
  const country = await findDefaultCountry(em);
  const members = new Map([[id, own]]);
  let newest = [own];
  while (newest.length > 0 && members.size < CASE_MAX) {
    const people = newest.map((member) => ({
      member,
      isSame: isSamePerson(member, country, emailMailbox),
    }));
    const sought = { people: newest, country, max: LOOKED_AT, keyOf: emailMailbox };
    const found = await findSamePeople(em, sought);
    newest = found
      .filter((row) => !members.has(row.id))
      .filter((row) => people.some(({ member, isSame }) => areOfOthers(member, row) && isSame(row)))
      .slice(0, CASE_MAX - members.size);
    for (const row of newest) members.set(row.id, row);
  }
  return withDecisions(em, members);
}

interface Decided {
  readonly id: string;
  readonly paidFirst: string | null;
}
const FIND_DECIDED = `
  select referral_id as id, paid_first as "paidFirst" from duplicate_decisions where referral_id in (?)`;

interface Linked {
  readonly id: string;
  readonly paidFirst: string;
  readonly isEmptied: boolean;
  readonly share: number;
}
const FIND_LINKED = `
  select r.id, d.paid_first as "paidFirst", r.share, ${isEmptied('r')} as "isEmptied"
  from duplicate_decisions d join referrals r on r.id = d.referral_id where d.paid_first in (?)`;

/** A decision joins those it was about, even if nothing else shows any more that they are of one person. */
async function withDecisions(
  em: SqlEntityManager,
  members: Map<string, AdminReferral>,
): Promise<Case> {
  const rows = await em.execute<Decided[]>(FIND_DECIDED, [[...members.keys()]]);
  const decided = new Map(rows.map((row) => [row.id, row.paidFirst]));
  const firsts = rows.flatMap(({ paidFirst }) => paidFirst ?? []);
  const linked = firsts.length > 0 ? await em.execute<Linked[]>(FIND_LINKED, [firsts]) : [];
  const missing = linked.filter((row) => !members.has(row.id));
  const named = missing.filter((row) => !row.isEmptied).map(({ id }) => id);
  if (named.length > 0) {
    for (const row of await findAdminReferralsById(em, named)) members.set(row.id, row);
    for (const { id, paidFirst } of missing) decided.set(id, paidFirst);
  }
  const firstReceived = await findFirstReceived(em, [...members.keys()]);
  return {
    members: [...members.values()].toSorted(byReceipt(firstReceived)),
    firstReceived,
    decided,
    paidElsewhere: missing.find(({ isEmptied: isGone, share }) => isGone && share > 0)?.paidFirst,
  };
}

const FIND_FIRST_RECEIVED = `
  select r.id, ${isoTime('c.received_at', 'at')}
  from receipts c join referrals r on r.id = c.referral_id
  where r.id in (?) and c.received_at < r.created_at`;

/** A receipt is of the time its row was stored, or of an earlier one if the row was lost since and came again with it. */
async function findFirstReceived(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await em.execute<{ id: string; at: string }[]>(FIND_FIRST_RECEIVED, [ids]);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The first received one first; times have one form, so that their texts compare. */
function byReceipt(firstReceived: ReadonlyMap<string, string>) {
  const placeOf = ({ id, createdAt }: AdminReferral) => (firstReceived.get(id) ?? createdAt) + id;
  return (one: AdminReferral, other: AdminReferral): number => {
    const [a, b] = [placeOf(one), placeOf(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  };
}
