import type { AdminReferralCount } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { memo, type ReactNode } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/button.tsx';
import { DeskDateField } from '../../../ui/desk/date-field.tsx';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { type DeskView, isNarrowed, MARKS, WAITING } from '../desk-view.ts';
import { FILTER_LABELS } from '../filter-words.ts';
import './desk-toolbar.css';

/** What the toolbar changes in the URL. */
export type ViewPatch = {
  [key in 'q' | 'status' | 'referrer' | 'from' | 'to' | 'sort' | 'columns']?: string | undefined;
};

type Props = {
  view: DeskView;
  typed: string;
  /** How many match, as in '90 referrals'; empty while unknown. */
  told: string;
  byStatus: AdminReferralCount['byStatus'];
  /** Changes that wait to be sent. */
  waiting: number;
  onType: (text: string) => void;
  onView: (patch: ViewPatch) => void;
  /** The field for the referrer. */
  referrerField: ReactNode;
  /** Columns and export. */
  children: ReactNode;
};

export const NO_FILTER: ViewPatch = {
  q: undefined,
  status: undefined,
  referrer: undefined,
  from: undefined,
  to: undefined,
};

/** Search and filters of the list in one line, all of them in the URL. */
export function DeskToolbar({ view, typed, told, byStatus, waiting, ...props }: Props) {
  const { onType, onView, referrerField, children } = props;
  const clear = () => {
    onType('');
    onView(NO_FILTER);
  };
  return (
    <div className="desk-toolbar">
      <div className="desk-filters">
        <SearchField
          label="Search name, email, phone or referrer"
          value={typed}
          onChange={onType}
        />
        <DeskSelect
          label="Status"
          options={statusesOf({ byStatus, waiting, chosen: view.status })}
          value={view.status || 'all'}
          onChange={(id) => onView({ status: id === 'all' ? undefined : id })}
        />
        {referrerField}
        <Days from={view.from} to={view.to} onView={onView} />
      </div>
      <div className="desk-told">
        <p className="muted" role="status">
          {told}
        </p>
        {isNarrowed(view) && (
          <Button variant="bare" size="sm" onPress={clear}>
            Clear filters
          </Button>
        )}
        <div className="desk-told-end">{children}</div>
      </div>
    </div>
  );
}

type DaysProps = Pick<DeskView, 'from' | 'to'> & Pick<Props, 'onView'>;

/** Drawn again only when they change, because that takes longer than all the rest and would slow down typing. */
const Days = memo(function Days({ from, to, onView }: DaysProps) {
  return (
    <>
      <DeskDateField label="From" value={from} onChange={(day) => onView({ from: day })} />
      <DeskDateField label="To" value={to} onChange={(day) => onView({ to: day })} />
    </>
  );
});

type Counted = Pick<Props, 'byStatus' | 'waiting'> & { chosen: string };

/** Numbers that only counting would tell are left out, and what waits is offered only if something does. */
function statusesOf({ byStatus, waiting, chosen }: Counted) {
  const marks = MARKS.filter((mark) => mark !== WAITING || mark === chosen || waiting > 0);
  const countOf = (id: string) => {
    if (id === WAITING) return waiting;
    if (id === 'all') return byStatus && Object.values(byStatus).reduce((a, b) => a + b, 0);
    return REFERRAL_STATUSES.some((one) => one === id) && byStatus
      ? (byStatus[id] ?? 0)
      : undefined;
  };
  return ['all', ...REFERRAL_STATUSES, ...marks].map((id) => {
    const [name = id, count] = [FILTER_LABELS[id], countOf(id)];
    return { id, label: count === undefined ? name : `${name} (${formatNumber(count)})` };
  });
}
