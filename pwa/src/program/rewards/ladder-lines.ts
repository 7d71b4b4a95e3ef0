import type { LadderSpan } from '@sunloop/shared-types/program/ladder.ts';

/** SPEC §2's own words for its ladder, by what the server sends for each span: rungs, reward and kind. */
const SPEC_LINES: Readonly<Record<string, readonly [string, string, string]>> = {
  '1–2 $300': ['1–2', '$300', 'cash'],
  '3–4 $400': ['3–4', '$400', 'solar credit'],
  '5–6 $500': ['5–6', '$500', 'cash'],
  '7–9 $1,000': ['7–9', '$1000', 'cash'],
  '10+ 50% Tesla Powerwall discount': ['10', '50%', 'Tesla Powerwall discount'],
};

/** A line of the ladder: in SPEC's words if it is SPEC's, otherwise as the server sends it. */
export function ladderLine({ from, to, reward }: LadderSpan): readonly [string, string, string] {
  const rungs = rungsOf(from, to);
  return SPEC_LINES[`${rungs} ${reward}`] ?? [rungs, reward, ''];
}

function rungsOf(from: number, to: number | null): string {
  if (to === null) return `${from}+`;
  return from === to ? String(from) : `${from}–${to}`;
}
