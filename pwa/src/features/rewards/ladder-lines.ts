import type { LadderSpan } from '@sunloop/shared-types';

/** SPEC §2's own words for its ladder, by what the server sends for each span. */
const SPEC_LINES: Readonly<Record<string, { rungs: string; reward: string; kind: string }>> = {
  '1–2 $300': { rungs: '1–2', reward: '$300', kind: 'cash' },
  '3–4 $400': { rungs: '3–4', reward: '$400', kind: 'solar credit' },
  '5–6 $500': { rungs: '5–6', reward: '$500', kind: 'cash' },
  '7–9 $1,000': { rungs: '7–9', reward: '$1000', kind: 'cash' },
  '10+ 50% Tesla Powerwall discount': {
    rungs: '10',
    reward: '50%',
    kind: 'Tesla Powerwall discount',
  },
};

/** A line of the ladder: in SPEC's words if it is SPEC's, otherwise as the server sends it. */
export function ladderLine({ from, to, reward }: LadderSpan) {
  const rungs = rungsOf(from, to);
  return SPEC_LINES[`${rungs} ${reward}`] ?? { rungs, reward, kind: '' };
}

function rungsOf(from: number, to: number | null): string {
  if (to === null) return `${from}+`;
  return from === to ? String(from) : `${from}–${to}`;
}
