import type { PayoutMethod } from '@sunloop/shared-types/program/payouts.ts';

const WORDS: Readonly<Record<PayoutMethod, { how: string; before: string }>> = {
  bank: { how: 'by bank transfer', before: 'reference' },
  check: { how: 'by check', before: 'no.' },
  card: { how: 'by gift card', before: 'no.' },
  cash: { how: 'in cash', before: 'receipt' },
  other: { how: '', before: 'reference' },
};

/** What the office noted when it marked a line as paid; both are null for a line marked without. */
export interface Handover {
  readonly method: PayoutMethod | null;
  readonly reference: string | null;
}

/** 'by check, no. 1042', to follow 'Paid Dec 3' for whoever was paid; undefined if nothing was noted. */
export function paidHow({ method, reference }: Handover): string | undefined {
  const { how, before } = WORDS[method ?? 'other'];
  const parts = [how, reference ? `${before} ${reference}` : ''].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The last mark of the ledger's line `h`, as a table `m`; nothing of one that is not paid. */
export const LAST_MARK = `left join lateral (
  select p.method, p.reference from payout_marks p
  where p.reward_id = h.id and h.paid_at is not null order by p.marked_at desc, p.id desc limit 1) m on true`;
