import {
  REFERRAL_STATUS_LABELS,
  referralStatusLabel,
  type ReferralAct,
} from '@sunloop/shared-types';
import type { ConflictRow } from '../../../data/user-db.ts';
import { isolate } from '../../../lib/isolate.ts';

/** What an act wants, in a word or two. */
export function wishLabel(act: ReferralAct): string {
  return act.act === 'delete' ? 'Delete' : REFERRAL_STATUS_LABELS[act.status];
}

/** Title and text for an act that was not done (SPEC §8), with both values. */
export function conflictText(conflict: ConflictRow): { title: string; description: string } {
  const { act, outcome } = conflict;
  const failed = act.act === 'delete' ? 'Delete Failed' : 'Update Failed';
  const title = outcome === 'lost' ? 'A Change Was Lost' : failed;
  return { title, description: whyNotDone(conflict) };
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
