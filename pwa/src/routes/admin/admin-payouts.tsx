import { PAGE_MAX_ROWS, type Payout, routes } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import type { MonthLinesProps } from '../../features/admin-payouts/month-lines.tsx';
import { PAYOUT_STATES } from '../../features/admin-payouts/payout-groups.ts';
import { PayoutMonthCard } from '../../features/admin-payouts/payout-month.tsx';
import { PayoutMonths } from '../../features/admin-payouts/payout-months.tsx';
import { askDeskFile } from '../../sync/desk.ts';
import type { AdminSearch } from './admin-panels.ts';
import { saveDeskFile } from './save-desk-file.ts';
import { type DeskCommand, useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';

type Props = {
  db: UserDb;
  search: AdminSearch;
  onSearch: (patch: Partial<AdminSearch>, options?: { replace?: boolean }) => void;
};

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The tab Payouts: all months, or the one in the URL. */
export function PayoutsPart(props: Props) {
  const { month } = props.search;
  if (month === undefined || !MONTH.test(month)) return <Months {...props} />;
  return <Month key={month} month={month} {...props} />;
}

function Months({ db, search, onSearch }: Props) {
  const months = useDeskReading(db, routes.payoutMonths);
  const act = useDeskAct(db);
  return (
    <PayoutMonths
      months={months}
      sort={search.sort}
      onSort={(sort) => onSearch({ sort }, { replace: true })}
      onOpen={(month) => onSearch({ month })}
      onFile={() => saveFile(db, act)}
    />
  );
}

function Month({ db, month, search, onSearch }: Props & { month: string }) {
  const lines = useDeskReading(db, routes.payoutsOfMonth, { query: { month } });
  const act = useDeskAct(db);
  const state = PAYOUT_STATES.find((one) => one === search.status) ?? 'all';
  const handleView: MonthLinesProps['onView'] = ({ state: chosen, q }) =>
    onSearch(
      {
        ...(chosen !== undefined && { status: chosen === 'all' ? undefined : chosen }),
        ...(q !== undefined && { q: q === '' ? undefined : q }),
      },
      { replace: true },
    );
  return (
    <PayoutMonthCard
      month={month}
      lines={lines}
      view={{ q: search.q ?? '', state }}
      onView={handleView}
      onBack={() => onSearch({ month: undefined, status: undefined, q: undefined })}
      onMark={(some, isPaid) => mark(act, some, isPaid)}
      onFile={() => saveFile(db, act, month)}
    />
  );
}

/** In several calls, because one takes 500 lines at most; marking twice does it once, so it is safe to repeat. */
function mark(act: DeskCommand, lines: readonly Payout[], isPaid: boolean) {
  const flag = isPaid ? 'true' : 'false';
  const ids = lines.map(({ id }) => id);
  const count = ids.length === 1 ? '1 line is' : `${ids.length.toLocaleString('en-US')} lines are`;
  const description = `${count} marked as ${isPaid ? 'paid' : 'not paid'}.`;
  const done = { title: 'Payouts updated', description };
  return act({ failed: 'Update Failed', done }, async (write) => {
    for (let at = 0; at < ids.length; at += PAGE_MAX_ROWS) {
      const body = { ids: ids.slice(at, at + PAGE_MAX_ROWS), isPaid: flag } as const;
      await write(routes.markPayouts, { body });
    }
  });
}

function saveFile(db: UserDb, act: DeskCommand, month?: string): Promise<void> {
  const name = `sunloop-payouts${month === undefined ? '' : `-${month}`}.csv`;
  return saveDeskFile(act, name, () =>
    askDeskFile(db, routes.payoutsCsv, { format: 'csv', month }),
  );
}
