import { randomFrom } from './random.ts';

/** What is killed, and how. */
export const KILL_KINDS = [
  'browser',
  'server',
  'postgres',
  'before-answer',
  'one-of-two',
  'courier',
] as const;
export type KillKind = (typeof KILL_KINDS)[number];

/** Whose process ends by SIGKILL. */
export type Victim = 'browser' | 'server' | 'postgres';
const VICTIMS: readonly Victim[] = ['browser', 'server', 'postgres'];

/** How many files the rows are uploaded in, and so the minimum number of requests in a replay. */
export const FILES = 10;
/** About what a request takes on the replay's slow line: most kills meet it on its way, some its answer. */
const LATEST_MS = 600;

/** One run, completely determined by its seed. */
export interface KillPlan {
  readonly kind: KillKind;
  readonly seed: number;
  readonly rows: number;
  readonly victim: Victim;
  /** The request of the replay at which it happens, counted from 1. */
  readonly push: number;
  /** How long after the request came in; with `before-answer` the moment is the server's answer. */
  readonly delayMs: number;
}

export function planKill(kind: KillKind, seed: number, rows: number): KillPlan {
  const random = randomFrom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const push = 1 + pick(FILES - 1);
  const delayMs = pick(LATEST_MS);
  const drawn = VICTIMS[pick(VICTIMS.length)] ?? 'server';
  return { kind, seed, rows, push, delayMs, victim: victimOf(kind, drawn) };
}

function victimOf(kind: KillKind, drawn: Victim): Victim {
  if (kind === 'before-answer' || kind === 'courier') return drawn;
  return kind === 'one-of-two' ? 'server' : kind;
}

/** The moment in words. */
export function momentOf({ kind, victim, push, delayMs }: KillPlan): string {
  if (kind === 'courier') return `${victim}, ${delayMs} ms after a courier’s request`;
  if (kind === 'before-answer') return `${victim}, answer ${push} on its way`;
  return `${victim}, ${delayMs} ms after request ${push}`;
}
