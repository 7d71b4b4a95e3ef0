import { PAGE_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type { OwedPerson, PayoutMark } from '@sunloop/shared-types/program/payouts.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import type { MonthLinesProps } from '../program/payouts/month-lines.tsx';
import { PAYOUT_STATES } from '../program/payouts/payout-groups.ts';
import { PayoutMonthCard } from '../program/payouts/payout-month.tsx';
import { printedColumns, printedLines, viewWords } from '../program/payouts/printed-month.ts';
import { PayRunCard } from '../program/payouts/pay-run-card.tsx';
import type { Handover } from '../program/payouts/pay-run-words.ts';
import { PayoutMonths } from '../program/payouts/payout-months.tsx';
import { formatLongMonth } from '../../lib/format-utc.ts';
import { askDesk, askDeskFile } from '@sunloop/engine/desk.ts';
import type { PanelProps } from './admin-panels.ts';
import { printDeskList } from './print-desk-list.ts';
import { saveDeskFile } from './save-desk-file.ts';
import { type DeskCommand, useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The tab Payouts: all months, or the one in the URL. */
export function PayoutsPart(props: PanelProps) {
  const { month } = props.search;
  if (month === undefined || !MONTH.test(month)) return <Months {...props} />;
  return <Month key={month} month={month} {...props} />;
}

function Months({ user, search, onSearch }: PanelProps) {
  const db = useUserDb();
  const months = useDeskReading(routes.payoutMonths);
  const act = useDeskAct();
  return (
    <div className="stack">
      <PayRunPart act={act} timeZone={user.timeZone} />
      <PayoutMonths
        months={months}
        sort={search.sort}
        onSort={(sort) => onSearch({ sort }, { replace: true })}
        onOpen={(month) => onSearch({ month })}
        onFile={() => saveFile(db, act)}
      />
    </div>
  );
}

function PayRunPart({ act, timeZone }: { act: DeskCommand; timeZone: string | undefined }) {
  const run = useDeskReading(routes.payRun);
  const noted = { title: 'Saved', description: 'The tax form is noted.' };
  return (
    <PayRunCard
      run={run}
      timeZone={timeZone}
      onPay={(people, handover) => pay(act, people, handover)}
      onForm={({ userId }, receivedOn) =>
        act({ failed: 'Update Failed', done: noted }, (write) =>
          write(routes.noteTaxForm, { params: { id: userId }, body: { receivedOn } }),
        )
      }
    />
  );
}

/** Marks all that people are owed as paid, with an undo. */
function pay(act: DeskCommand, people: readonly OwedPerson[], { method, reference }: Handover) {
  const ids = people.flatMap(({ lines }) => lines.map(({ id }) => id));
  const undo = () => void mark(act, ids, { isPaid: 'false' });
  return mark(act, ids, { isPaid: 'true', method, reference }, undo);
}

function Month({ month, user, search, onSearch }: PanelProps & { month: string }) {
  const db = useUserDb();
  const lines = useDeskReading(routes.payoutsOfMonth, { query: { month } });
  const act = useDeskAct();
  const state = PAYOUT_STATES.find((one) => one === search.status) ?? 'all';
  const view = { q: search.q ?? '', state };
  const print = () =>
    printDeskList({
      title: `Payouts of ${formatLongMonth(month)}`,
      filters: viewWords(view),
      columns: printedColumns(user.timeZone),
      read: async () => {
        const all = await askDesk(db, routes.payoutsOfMonth, { query: { month } });
        return { rows: printedLines(all, view), next: undefined };
      },
    });
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
      timeZone={user.timeZone}
      view={view}
      onView={handleView}
      onBack={() => onSearch({ month: undefined, status: undefined, q: undefined })}
      onMark={(some, isPaid) => {
        const ids = some.map(({ id }) => id);
        return mark(act, ids, { isPaid: isPaid ? 'true' : 'false' });
      }}
      onFile={() => saveFile(db, act, month)}
      onPrint={print}
    />
  );
}

/** In several calls, because one takes 500 lines at most; marking twice does it once, so it is safe to repeat. */
function mark(
  act: DeskCommand,
  ids: readonly string[],
  how: Omit<PayoutMark, 'ids'>,
  undo?: () => void,
) {
  const count =
    ids.length === 1 ? '1 reward is' : `${ids.length.toLocaleString('en-US')} rewards are`;
  const description = `${count} marked as ${how.isPaid === 'true' ? 'paid' : 'not paid'}.`;
  const action = undo && { action: { label: 'Undo', onPress: undo } };
  const done = { title: 'Payouts updated', description, ...action };
  return act({ failed: 'Update Failed', done }, async (write) => {
    for (let at = 0; at < ids.length; at += PAGE_MAX_ROWS) {
      const body = { ids: ids.slice(at, at + PAGE_MAX_ROWS), ...how };
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
