import type { DuplicateDecision } from '@sunloop/shared-types/referrals/cases.ts';
import { conflict, invalid } from '../../http/errors.ts';
import type { Case } from './find-case.ts';

/** What a decision makes of each referral it is about. */
export interface Settled {
  /** The new share of each (`Referral`). */
  readonly shares: ReadonlyMap<string, number | null>;
  /** The referral that is paid, or of several the one received first; null: they are different people. */
  readonly paidFirst: string | null;
}

/**
 * What a decision means for a case. It is about all whose person is not told apart already, so that nobody is paid for a person
 * twice. Throws 409 `changed_meanwhile` if the case is no longer as the admin saw it, 409 `duplicate_referral` if one is
 * paid whose person was forgotten or erased, and 400.
 */
export function judgeDecision(
  found: Case,
  { people, of: named, paid = [] }: DuplicateDecision,
): Settled {
  const { members, decided, paidElsewhere } = found;
  const known = new Set(members.map(({ id }) => id));
  const undecided = [...known].filter((id) => !decided.has(id));
  const of = named ?? undecided;
  const joined =
    people === 'different' ? undecided : [...known].filter((id) => !isApart(found, id));
  if (!of.every((id) => known.has(id)) || !joined.every((id) => of.includes(id))) {
    throw conflict(
      'changed_meanwhile',
      'There are other referrals of this person by now: look at all of them first',
    );
  }
  const isPaidTwice = paid.length > 0 || of.some((id) => decided.has(id));
  if (paidElsewhere !== undefined && isPaidTwice) {
    throw conflict(
      'duplicate_referral',
      'What was decided stands, because the person of the referral that is paid was forgotten or erased',
    );
  }
  if (people === 'different') return settle(of, [], null);
  if (paidElsewhere !== undefined) return settle(of, [], paidElsewhere);
  const first = members.find(({ id }) => paid.includes(id));
  if (!first || of.length < 2 || !paid.every((id) => of.includes(id))) {
    throw invalid('Who of them is paid must be said', { paid: 'Choose one of them, or several' });
  }
  return settle(of, paid, first.id);
}

/** Somebody decided that it is of a person of its own. */
const isApart = ({ decided, paidElsewhere }: Case, id: string) =>
  paidElsewhere === undefined ? decided.get(id) === null : decided.has(id);

function settle(of: readonly string[], paid: readonly string[], paidFirst: string | null): Settled {
  const count = new Set(paid).size;
  const shareOf = (id: string) => (paid.includes(id) ? count : 0);
  return {
    shares: new Map(of.map((id) => [id, paidFirst === null ? null : shareOf(id)])),
    paidFirst,
  };
}
