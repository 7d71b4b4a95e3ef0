import { parseCents } from '@sunloop/shared-types';

/** The ledger's text for reversing an amount: `-$300`, or `Reversed: …` if it is not money. */
export function oppositeAmount(amount: string): string {
  const trimmed = amount.trim();
  if (parseCents(trimmed) === 0) return `Reversed: ${trimmed}`;
  return trimmed.startsWith('-') ? trimmed.slice(1) : `-${trimmed}`;
}
