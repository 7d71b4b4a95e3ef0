import type { Ladder, OwnMoney, UnpaidReward } from '@sunloop/shared-types/program/own-ladder.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { formatShortDay } from '../../lib/format-date.ts';
import { isPast } from '../../lib/is-past.ts';
import { isolate } from '../../lib/isolate.ts';
import type { ReadingOf } from '../../ui/reading.tsx';

/**
 * What is on its way, in words: 'On its way $1,500, by Dec 14'; undefined if nothing is. `day` is when today began, in
 * epoch milliseconds.
 */
export function restOf(
  { earnedCents, paidCents, dueAt }: OwnMoney,
  day: number,
): string | undefined {
  const cents = earnedCents - paidCents;
  if (cents < 0) return `Overpaid ${formatCents(-cents)}`;
  if (cents === 0) return undefined;
  const text = `On its way ${formatCents(cents)}`;
  // A day that has passed promises nothing.
  return dueAt === null || isPast(dueAt, day) ? text : `${text}, by ${formatShortDay(dueAt)}`;
}

/** What is late, for whom and since when: '$1,500 is late: $1,000 for Ann, $500 for Bob, due Nov 13.' */
export function lateOf(
  { earnedCents, paidCents, dueAt, unpaid }: OwnMoney,
  day: number,
): string | undefined {
  if (dueAt === null || !isPast(dueAt, day)) return undefined;
  const late = unpaid?.filter((line) => isPast(line.dueAt, day)) ?? [];
  const rest = earnedCents - paidCents;
  const cents = late.reduce((sum, { amountCents }) => sum + amountCents, 0) || rest;
  const named = late.map(lineWords).join(', ');
  return `${formatCents(cents)} is late${named && `: ${named}`}, due ${formatShortDay(dueAt)}.`;
}

const lineWords = ({ amountCents, name }: UnpaidReward) =>
  `${formatCents(amountCents)} for ${name === null ? 'a friend' : isolate(name)}`;

/** When each unpaid reward comes: '$300 for Ann: by Dec 14', or since when it is due. */
export function whenWords(reward: UnpaidReward, day: number): string {
  const due = formatShortDay(reward.dueAt);
  const isLate = isPast(reward.dueAt, day);
  return `${lineWords(reward)}: ${isLate ? `late, it was due ${due}` : `by ${due}`}`;
}

/** What was earned, from the call that also says what of it was paid; undefined until it is known. */
export function earnedOf(ladder: ReadingOf<Ladder>): string | undefined {
  const money = ladder.kind === 'ready' ? ladder.data.money : undefined;
  return money && formatCents(money.earnedCents);
}
