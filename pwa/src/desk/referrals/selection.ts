import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';

/** Selected referrals by their id, each as it was seen. */
export type Selection = ReadonlyMap<string, AdminReferral>;

export const NOTHING_SELECTED: Selection = new Map();

export function withRows(selection: Selection, rows: readonly AdminReferral[]): Selection {
  return new Map([...selection, ...rows.map((row) => [row.id, row] as const)]);
}

export function toggled(selection: Selection, row: AdminReferral): Selection {
  if (!selection.has(row.id)) return withRows(selection, [row]);
  return new Map([...selection].filter(([id]) => id !== row.id));
}
