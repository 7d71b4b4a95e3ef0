import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import { CALL_OUTCOME_LABELS, type CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import {
  REFERRAL_STATUS_LABELS,
  referralStatusLabel,
} from '@sunloop/shared-types/referrals/referral.ts';
import type { ConflictRow } from '@sunloop/engine/data/user-db.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { isolate } from '../../../lib/isolate.ts';

/** What an act wants, in a word or two. */
export function wishLabel(act: ReferralAct): string {
  if (act.act === 'call') return CALL_OUTCOME_LABELS[act.outcome];
  return act.act === 'delete' ? 'Delete' : REFERRAL_STATUS_LABELS[act.status];
}

/** Title and text for an act that was not done (SPEC §8), with both values. */
export function conflictText(conflict: ConflictRow): { title: string; description: string } {
  const { act, outcome } = conflict;
  const failed = act.act === 'delete' ? 'Delete Failed' : 'Update Failed';
  if (act.act === 'call')
    return { title: 'Call Not Noted', description: whyNotNoted(act, conflict) };
  const title = outcome === 'lost' ? 'A Change Was Lost' : failed;
  return { title, description: whyNotDone(conflict) };
}

/** A call has happened whatever the server holds, so it is only missing there. */
function whyNotNoted(
  { outcome: end, calledAt }: CallAct,
  { outcome, error, who }: ConflictRow,
): string {
  const name = isolate(who || 'This referral');
  const call = `Your call of ${formatMoment(calledAt)} ended with ${CALL_OUTCOME_LABELS[end]}.`;
  switch (outcome) {
    case 'gone':
      return `${name} was deleted by somebody else meanwhile. ${call}`;
    case 'refused':
      return `${name}: ${error ?? 'The server did not accept this call.'} ${call}`;
    case 'lost':
    case 'conflict':
      return `The server was put back to an earlier state and does not know of your call to ${name}. ${call}`;
  }
}

function whyNotDone({ act, outcome, referral, error, who }: ConflictRow): string {
  const name = who || 'This referral';
  const wish = `You wanted ${wishLabel(act)}`;
  switch (outcome) {
    case 'gone':
      return `${isolate(name)} was deleted by somebody else meanwhile. ${wish}.`;
    case 'conflict': {
      const theirs = referralStatusLabel(referral?.status ?? '');
      return `${isolate(name)} was set to ${theirs} by somebody else meanwhile. ${wish}.`;
    }
    case 'lost':
      return `The server was put back to an earlier state and has ${isolate(name)} as ${referralStatusLabel(referral?.status ?? '')}. You had set ${wishLabel(act)}.`;
    case 'refused':
      return `${isolate(name)}: ${error ?? 'The server did not accept this change.'}`;
  }
}
