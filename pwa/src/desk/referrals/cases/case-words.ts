import type { CaseMember, ReferralCase } from '@sunloop/shared-types/referrals/cases.ts';
import { isolate } from '../../../lib/isolate.ts';

/** What a referral of a case is paid, as far as somebody decided. */
export function paidWords({ isDecided, referral: { share } }: CaseMember): string {
  if (!isDecided) return 'Not decided';
  if (share === null || share === undefined) return 'In full: a different person';
  if (share === 0) return 'Nothing';
  return share === 1 ? 'In full' : `1/${share} of the reward`;
}

const WHY: Readonly<Record<string, string>> = {
  first_received: 'it was received first',
  first_taken_within_days: 'it was taken first by their device, and arrived in time',
};

/** Whom the rule would pay and why: 'Maya’s referral counts: it was received first.' */
export function proposalWords({ proposal, members }: ReferralCase): string {
  if (!proposal) return 'They may be one person. Compare them and decide who is paid.';
  const [first] = members.filter(({ referral }) => proposal.paid.includes(referral.id));
  if (!first) return '';
  if (proposal.rule === 'split') {
    return 'If they are one person, our rule splits the reward between all who referred them.';
  }
  const name = isolate(first.referral.referrerName);
  return `If they are one person, our rule pays ${name}: ${WHY[proposal.rule] ?? 'by our rule'}.`;
}

/** The referrals a decision is about: `same` are of one person, `apart` stays as it was decided. */
export interface Choices {
  /** For 'they are different people': those nobody has decided about, or else all. */
  readonly different: readonly string[];
  /** For 'they are one person': all but those of a person of their own. */
  readonly same: readonly string[];
  /** The first referral of each referrer, or the proposed one: each can be paid alone, or the reward split between them. */
  readonly payable: readonly string[];
}

export function choicesOf({ members, isPaidElsewhere, proposal }: ReferralCase): Choices {
  const idsOf = (some: readonly CaseMember[]) => some.map(({ referral }) => referral.id);
  const undecided = members.filter(({ isDecided }) => !isDecided);
  const joined = isPaidElsewhere ? undecided : members.filter((member) => !isApart(member));
  const same = joined.length > 1 || isPaidElsewhere ? joined : members;
  const byReferrer = Map.groupBy(same, ({ referral }) => referral.userId);
  return {
    different: idsOf(undecided.length > 0 ? undecided : members),
    same: idsOf(same),
    payable: [...byReferrer.values()].flatMap((own) => {
      const proposed = own.find(({ referral }) => proposal?.paid.includes(referral.id));
      return (proposed ?? own[0])?.referral.id ?? [];
    }),
  };
}

const isApart = ({ isDecided, referral: { share } }: CaseMember) =>
  isDecided && (share === null || share === undefined);
