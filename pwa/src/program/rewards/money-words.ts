import type { Ladder, OwnMoney } from '@sunloop/shared-types/program/own-ladder.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { formatShortDay } from '../../lib/format-date.ts';
import { daysBefore } from '../../lib/format-time.ts';
import type { ReadingOf } from '../../ui/reading.tsx';

/** The part of the money that is not paid yet, in words; undefined if nothing is due to anybody. */
export interface Rest {
  /** 'On its way $1,500, by Dec 14' */
  text: string;
  isLate: boolean;
}

/** What is on its way and by when, or for how many days it should have arrived on the one that began at `day`. */
export function restOf({ earnedCents, paidCents, dueAt }: OwnMoney, day: number): Rest | undefined {
  const cents = earnedCents - paidCents;
  if (cents < 0) return { text: `Overpaid ${formatCents(-cents)}`, isLate: false };
  if (cents === 0) return undefined;
  const text = `On its way ${formatCents(cents)}`;
  if (dueAt === null) return { text, isLate: false };
  const days = daysBefore(day, Date.parse(dueAt));
  if (days <= 0) return { text: `${text}, by ${formatShortDay(dueAt)}`, isLate: false };
  return { text: `${text}, ${days === 1 ? '1 day' : `${days} days`} late`, isLate: true };
}

/** What was earned, from the call that also says what of it was paid; undefined until it is known. */
export function earnedOf(ladder: ReadingOf<Ladder>): string | undefined {
  const money = ladder.kind === 'ready' ? ladder.data.money : undefined;
  return money && formatCents(money.earnedCents);
}
