import { formatCents, parseCents, readDollars } from '@sunloop/shared-types/values/money.ts';

/** The ledger's text for reversing an amount: `-$300`, or `Reversed: …` if it is not money. */
export function oppositeAmount(amount: string): string {
  const trimmed = amount.trim();
  if (parseCents(trimmed) === 0) return `Reversed: ${trimmed}`;
  return trimmed.startsWith('-') ? trimmed.slice(1) : `-${trimmed}`;
}

/** How much of its rung's reward a referral is paid. */
export interface Part {
  /** Of how many equal parts it is one; 0: it is paid nothing. */
  readonly of: number;
  /** Whether it also gets the cents that cannot be parted. */
  readonly takesRest: boolean;
}

export const WHOLE: Part = { of: 1, takesRest: true };

/** A part of an amount, with the words behind it; undefined if it is no money, which cannot be parted. */
export function partOf(amount: string, { of, takesRest }: Part): string | undefined {
  if (of === 1) return amount;
  const dollars = readDollars(amount);
  if (!dollars) return undefined;
  const { cents, rest } = dollars;
  const each = Math.floor(cents / of);
  return formatCents(takesRest ? cents - (of - 1) * each : each) + rest;
}
