import { mailTo } from '../../../lib/mail-address.ts';
import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { formatCents, writeMoney } from '@sunloop/shared-types/values/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { isReversal, payoutDay, type PayoutGroup, stateOf } from './payout-groups.ts';

type Props = {
  group: PayoutGroup;
  /** The office's. */
  timeZone: string | undefined;
  isOpen: boolean;
  onToggle: (userId: string) => void;
  onMark: (group: PayoutGroup, isPaid: boolean) => void;
};

/** One user of a month: the sum, and its lines when opened. */
export function PayoutGroupRow(props: Props) {
  const { username, email, sum, lines } = props.group;
  return (
    <div className="payout-group">
      <div className="payout-group-head">
        <div className="payout-person">
          <h3>{username}</h3>
          <a href={mailTo(email)}>{email}</a>
        </div>
        <div className="payout-sum">
          <strong className="desk-amount">{formatCents(sum.cents)}</strong>
          <GroupBadge group={props.group} />
        </div>
        <GroupButtons {...props} />
      </div>
      {props.isOpen && (
        <ul className="payout-lines" aria-label={`Rewards of ${username}`}>
          {lines.map((line) => (
            <PayoutLine key={line.id} line={line} timeZone={props.timeZone} />
          ))}
        </ul>
      )}
    </div>
  );
}

function GroupButtons({ group, isOpen, onToggle, onMark }: Props) {
  const { userId, username, sum } = group;
  const count = sum.lines === 1 ? '1 reward' : `${sum.lines} rewards`;
  return (
    <div className="payout-buttons">
      <Button
        variant="bare"
        size="sm"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'Show'} ${count} of ${username}`}
        onPress={() => onToggle(userId)}
      >
        {isOpen ? 'Hide' : 'Show'} {count}
      </Button>
      {sum.unpaidLines < sum.lines && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Mark as not paid: ${username}`}
          onPress={() => onMark(group, false)}
        >
          Mark as not paid
        </Button>
      )}
      {sum.unpaidLines > 0 && (
        <Button
          size="sm"
          icon="check"
          aria-label={`Mark as paid: ${username}`}
          onPress={() => onMark(group, true)}
        >
          Mark as paid
        </Button>
      )}
    </div>
  );
}

function GroupBadge({ group }: { group: PayoutGroup }) {
  const { sum } = group;
  if (stateOf(group) === 'paid') {
    return (
      <Badge tone="good" icon="check">
        Paid
      </Badge>
    );
  }
  const isPartly = sum.unpaidLines < sum.lines;
  return (
    <Badge tone="wait">{isPartly ? `${formatCents(sum.unpaidCents)} to pay` : 'To pay'}</Badge>
  );
}

function PayoutLine({ line, timeZone }: { line: Payout; timeZone: string | undefined }) {
  const { amount, description, date, paidAt } = line;
  const dayOf = (moment: string) => payoutDay(moment, timeZone);
  return (
    <li data-reversal={isReversal(line) || undefined}>
      <span className="payout-line-text">
        {description}
        <small>
          {dayOf(date)} · {paidAt === null ? 'not paid yet' : `paid ${dayOf(paidAt)}`}
        </small>
      </span>
      {isReversal(line) && <Badge tone="bad">Taken back</Badge>}
      <strong>{writeMoney(amount)}</strong>
    </li>
  );
}
