import { LATE_AFTER_MS } from '@sunloop/shared-types/limits.ts';
import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS, type Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { type ReactNode, useEffect } from 'react';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { formatDay, formatMoment } from '../../lib/format-date.ts';
import { readSharedNotes, refreshSharedNotes } from '@sunloop/engine/notes.ts';
import { readResource } from '@sunloop/engine/read.ts';
import { readRowLog } from '@sunloop/engine/waiting.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { followRungs, type ListRow } from '@sunloop/engine/rows.ts';
import { OpenKnown } from '../add/open-known.tsx';
import { historyOf } from './referral-history.ts';
import { remind } from './reminder.ts';
import { wayOf } from './referral-way.ts';
import { removeRefused } from './remove-refused.ts';
import { RowBadge } from '../list/row-badge.tsx';
import { RowReward } from '../list/row-reward.tsx';
import { shareWords } from './share-words.ts';
import { useDay } from '../../stored/use-clock.ts';
import { useFollowed, useStored } from '../../stored/use-stored.ts';
import { useUserDb } from '../../stored/user-db.ts';
import './referral-details.css';

type Props = {
  row: ListRow;
  /** The person's own link, for a reminder; may be empty. */
  link: string;
  /** The line of the person's money, below what this friend brings. */
  money: ReactNode;
  /** Draws the receipt of a stored row; of one that waits if that is undefined. */
  renderReceipt: (row: Referral | undefined) => ReactNode;
  onEdit: () => void;
  /** Asks whether to forget the friend. */
  onForget: () => void;
  onClose: () => void;
};

/** SPEC §2: date submitted, status and reward, here with the contact data and the history. */
export function ReferralDetails({ row, money, renderReceipt, ...acts }: Props) {
  const known = useKnown(row);
  const rungs = useFollowed(followRungs)?.of;
  const shared = row.kind === 'stored' ? shareWords(row.referral.share) : '';
  return (
    <>
      <div className="referral-summary">
        <RowBadge row={row} />
        <div className="referral-money">
          <RowReward row={row} rung={rungs?.get(row.id)} />
        </div>
      </div>
      {money}
      {shared && (
        <Banner tone="plain" icon="people">
          {shared}
        </Banner>
      )}
      {row.kind === 'stored' && row.email && <Progress referral={row.referral} known={known} />}
      <Facts facts={factsOf(row)} />
      {row.kind !== 'rejected' && renderReceipt(row.kind === 'stored' ? row.referral : undefined)}
      <section className="stack" data-gap="3">
        <h3>History</h3>
        <Timeline label="History" events={known ? historyOf(row, known) : []} />
      </section>
      {row.kind === 'stored' && row.email !== '' && (
        <details className="referral-more">
          <summary>More</summary>
          <Button variant="danger" icon="trash" onPress={acts.onForget}>
            Forget
          </Button>
        </details>
      )}
      <div className="form-actions">
        <Button variant="quiet" onPress={acts.onClose}>
          Close
        </Button>
        <RowActions row={row} {...acts} />
      </div>
    </>
  );
}

function Progress({ referral, known }: { referral: Referral; known: ReturnType<typeof useKnown> }) {
  const day = useDay();
  const isOf = ({ referralId }: { referralId: string | null }) => referralId === referral.id;
  const events = wayOf(referral, {
    reward: known?.rewards.findLast(isOf),
    usual: known?.usual,
    dueAt: known?.unpaid.find(isOf)?.dueAt,
    day,
  });
  return <Timeline label="Progress" events={events} />;
}

/** The day it was taken, when it was received if that was late, and the contact data given. */
function factsOf(row: ListRow): (readonly [string, string])[] {
  const isLate = Date.parse(row.placedAt) - Date.parse(row.date) > LATE_AFTER_MS;
  const facts = [
    ['Date submitted', formatDay(row.date)],
    ['Received', isLate ? formatMoment(row.placedAt) : ''],
    // The name, which comes first, is the title.
    ...REFERRAL_FIELDS.slice(1).map(
      (field) => [REFERRAL_FIELD_LABELS[field], row[field] ?? ''] as const,
    ),
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

/** A row's log, its notes and rewards, and how long its steps usually take, live. */
function useKnown(row: ListRow) {
  const db = useUserDb();
  const isStored = row.kind === 'stored';
  useEffect(() => {
    if (isStored) void refreshSharedNotes(db, row.id);
  }, [db, row.id, isStored]);
  return useStored(readKnown, row.id);
}

async function readKnown(db: UserDb, id: string) {
  const [log, notes, history, ladder] = await Promise.all([
    readRowLog(db, id),
    readSharedNotes(db, id),
    readResource(db, 'history'),
    readResource(db, 'ladder'),
  ]);
  const { usual, money } = ladder?.data ?? {};
  return { log, notes, rewards: history?.data ?? [], usual, unpaid: money?.unpaid ?? [] };
}

/** Friends who have not decided yet. The message says that we know of them, and once we visit, it comes too late. */
const REMINDED: readonly string[] = ['submitted', 'contact_made'];

type ActProps = Omit<Props, 'money' | 'renderReceipt' | 'onForget'>;

/** What can be done with it in its state. */
function RowActions({ row, link, onEdit, onClose }: ActProps) {
  const db = useUserDb();
  switch (row.kind) {
    case 'waiting':
      return null;
    case 'stored':
      // Somebody forgotten has none.
      if (row.email === '') return null;
      return (
        REMINDED.includes(row.referral.status) && (
          <Button icon="bell" onPress={() => void sendReminder(row, link)}>
            Send Reminder
          </Button>
        )
      );
    case 'rejected':
      return (
        <>
          <OpenKnown rejected={row.rejected} />
          <Button
            variant="danger"
            icon="trash"
            onPress={() => void removeRefused(db, row.id).then(onClose)}
          >
            Remove
          </Button>
          {row.rejected.row && (
            <Button variant="quiet" icon="edit" onPress={onEdit}>
              Edit
            </Button>
          )}
        </>
      );
  }
}

/** SPEC §7: a reminder makes no request; the person sends it, and the toast says what became of it. */
async function sendReminder(row: ListRow, link: string): Promise<void> {
  const outcome = await remind(row, link);
  if (outcome === null) return;
  if (outcome.by === 'sheet') {
    showToast({
      title: 'Reminder sent',
      description: `A reminder has been sent to ${row.email}`,
    });
    return;
  }
  const untold = outcome.isUntold
    ? ` It is an email, because we can’t tell which number “${row.phone}” is.`
    : '';
  showToast({
    title: 'Your message is ready to send',
    description: `Send it to ${outcome.to} from the program that opened.${untold}`,
  });
}
