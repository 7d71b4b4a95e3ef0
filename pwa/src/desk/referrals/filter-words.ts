import { REFERRAL_STATUS_LABELS } from '@sunloop/shared-types/referrals/referral.ts';
import type { DeskView } from './desk-view.ts';

/** Statuses and marks as the filter names them. */
export const FILTER_LABELS: Readonly<Record<string, string>> = {
  all: 'Any status',
  ...REFERRAL_STATUS_LABELS,
  duplicate: 'Duplicates',
  late: 'Late',
  waiting: 'Waiting to be sent',
};

/** What a view is narrowed to, for a list on paper; empty where it is not. */
export function filterWords(view: DeskView, referrer: string | undefined): string[] {
  const { q, status, from, to } = view;
  return [
    status && (FILTER_LABELS[status] ?? status),
    q && `Search “${q}”`,
    view.referrer && `Referred by ${referrer ?? 'one person'}`,
    from && `From ${from}`,
    to && `To ${to}`,
  ];
}
