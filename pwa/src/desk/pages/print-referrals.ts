import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { columnText, DESK_COLUMNS } from '../referrals/desk-columns.ts';
import { columnsOf, type DeskView } from '../referrals/desk-view.ts';
import { filterWords } from '../referrals/filter-words.ts';
import type { ReadMatches } from '../referrals/list/use-select-all.ts';
import { type ReferralList, wholeRows } from '../referrals/referral-list.ts';
import { printDeskList } from './print-desk-list.ts';

type Shown = {
  list: ReferralList;
  view: DeskView;
  /** Columns as in the URL. */
  columns: string | undefined;
  readMatches: ReadMatches;
};

/** Prints every referral that matches, in the columns on the screen; from this device if it holds all of them. */
export function printReferrals({ list, view, columns, readMatches }: Shown): Promise<void> {
  const here = wholeRows(list);
  const first = list.isBehind ? undefined : list.rowAt(0)?.referral;
  return printDeskList({
    title: 'All Referrals',
    filters: filterWords(view, first?.referrerName),
    columns: columnsOf(columns).map((column) => ({
      label: DESK_COLUMNS[column].label,
      text: (row: AdminReferral) => columnText(column, row),
    })),
    read: here ? async () => ({ rows: here, next: undefined }) : readMatches,
  });
}
