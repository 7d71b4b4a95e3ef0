import type { Ladder } from '@sunloop/shared-types/program/own-ladder.ts';
import { CENTS_PER_DOLLAR, formatCents } from '@sunloop/shared-types/values/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReadingOf } from '../../ui/reading.tsx';
import { useDay } from '../../stored/use-clock.ts';
import { useCountUp } from '../../ui/use-count-up.ts';
import { lateOf, restOf, whenWords } from './money-words.ts';
import './money-line.css';

/** How long a sum takes to grow when something was paid. */
const GROW_MS = 300;

type Props = {
  ladder: ReadingOf<Ladder>;
  /** Beside friends: nothing, and no room, until something was earned. */
  isBeside?: boolean;
  /** Below a figure that says what was earned: only what became of it. */
  isBelowEarned?: boolean;
};

/**
 * 'Earned $3,400 · Paid $1,900 · On its way $1,500, by Dec 14': the same line wherever a customer meets money. What is late
 * is named once, with its days, on the pages about money.
 */
export function MoneyLine({ ladder, isBeside, isBelowEarned }: Props) {
  const money = ladder.kind === 'ready' ? ladder.data.money : undefined;
  const day = useDay();
  const hasMoney = money && (money.earnedCents !== 0 || money.paidCents !== 0);
  if (isBeside && !hasMoney) return null;
  // Holds its place while it loads.
  if (!money) return <p className="money-line" aria-hidden="true" />;
  if (isBelowEarned && !hasMoney) return null;
  const rest = restOf(money, day);
  const late = isBeside ? undefined : lateOf(money, day);
  return (
    <>
      <p className="money-line">
        {!isBelowEarned && (
          <span>
            Earned <strong>{formatCents(money.earnedCents)}</strong>
          </span>
        )}
        <span>
          Paid <GrowingSum cents={money.paidCents} />
        </span>
        {rest && <span>{rest}</span>}
      </p>
      {late && (
        <p className="money-late">
          {late}{' '}
          <Link to="." search={(now) => ({ ...now, help: 1 as const })} resetScroll={false}>
            Call us
          </Link>
        </p>
      )}
    </>
  );
}

/** The answer to when: each unpaid reward with its friend and its day. */
export function MoneyDays({ ladder }: Pick<Props, 'ladder'>) {
  const day = useDay();
  const unpaid = ladder.kind === 'ready' ? ladder.data.money?.unpaid : undefined;
  if (!unpaid?.length) return <MoneyLine ladder={ladder} isBeside />;
  return (
    <ul className="money-days">
      {unpaid.map((reward, at) => (
        <li key={reward.referralId ?? at}>{whenWords(reward, day)}</li>
      ))}
    </ul>
  );
}

/** A sum that grows once from what was shown before. */
function GrowingSum({ cents }: { cents: number }) {
  const [shown, setShown] = useState({ before: cents, cents });
  if (shown.cents !== cents) setShown({ before: Math.min(shown.cents, cents), cents });
  return <Sum key={shown.cents} cents={shown.cents} from={shown.before} />;
}

function Sum({ cents, from }: { cents: number; from: number }) {
  const value = useCountUp(cents, { durationMs: GROW_MS, from });
  const isWhole = value !== cents;
  return (
    <strong>
      {formatCents(isWhole ? Math.round(value / CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR : cents)}
    </strong>
  );
}
