import { formatCents } from '@sunloop/shared-types';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../lib/format-number.ts';
import { DeskIcon, type DeskIconName } from '../../ui/desk/icon.tsx';
import './inbox.css';

/** `isMore`: there are more than `total`, which is not counted further. */
type InboxCount = { total: number; isMore: boolean };

/** What waits for an admin; undefined if not known yet. */
export interface InboxFigures {
  newQuotes: number | undefined;
  notCalled: number | undefined;
  owedCents: number | undefined;
  duplicates: InboxCount | undefined;
}

interface InboxLine {
  figure: number | undefined;
  text: string;
  icon: DeskIconName;
  search: Readonly<Record<string, string>>;
}

const counted = (count: number | undefined, one: string, many: string) =>
  `${formatNumber(count ?? 0)} ${count === 1 ? one : many}`;

function linesOf({ newQuotes, notCalled, owedCents, duplicates }: InboxFigures): InboxLine[] {
  return [
    {
      figure: newQuotes,
      text: counted(newQuotes, 'new quote', 'new quotes'),
      icon: 'mail',
      search: { panel: 'quotes', status: 'open' },
    },
    {
      figure: notCalled,
      text: counted(notCalled, 'not called', 'not called'),
      icon: 'flag',
      search: { panel: 'referrals', status: 'submitted' },
    },
    {
      figure: owedCents,
      text: `${formatCents(owedCents ?? 0)} owed`,
      icon: 'gift',
      search: { panel: 'programme', tab: 'payouts' },
    },
    {
      figure: duplicates?.total,
      text: `${duplicates?.isMore ? 'more than ' : ''}${counted(duplicates?.total, 'duplicate', 'duplicates')}`,
      icon: 'people',
      search: { panel: 'referrals', status: 'duplicate' },
    },
  ];
}

/** What waits for an admin, each a link to it; what is done is not shown. */
export function Inbox({ figures }: { figures: InboxFigures }) {
  const lines = linesOf(figures);
  const waiting = lines.filter(({ figure = 0 }) => figure > 0);
  const isKnown = lines.every(({ figure }) => figure !== undefined);
  return (
    <nav className="inbox" aria-label="Inbox" aria-busy={!isKnown}>
      {waiting.map(({ text, icon, search }) => (
        <Link key={icon} to="/admin" search={search} className="inbox-line" activeProps={NO_MARK}>
          <DeskIcon name={icon} />
          <span>{text}</span>
        </Link>
      ))}
      {isKnown && waiting.length === 0 && <p className="muted">Nothing is waiting for you.</p>}
    </nav>
  );
}

/** Otherwise the router would mark these links as the current page. */
const NO_MARK = { 'aria-current': undefined } as const;
