import type { Fault } from './fault-kinds.ts';

/** One row of the table. */
export interface FaultRow {
  readonly fault: Exclude<Fault, 'withhold'>;
  /** What the person reads in the header while it lasts and something waits. */
  readonly header: RegExp;
  /** Everything arrives in the end, so nothing is left to do. */
  readonly isPassing?: true;
  /** It concerns the session or the line, and so meets every call; otherwise only the action's own. */
  readonly isEverywhere?: true;
}

// While the server answers everything else, the header says 'N waiting'; the other texts appear only at first.
const OFFLINE = /^(Offline, )?\d+ waiting$/;
const SERVER_AWAY = /^(Our server is away|\d+ waiting)$/;

export const FAULTS: readonly FaultRow[] = [
  { fault: 'drop-before', header: OFFLINE },
  { fault: 'drop-after', header: OFFLINE },
  { fault: 'delay', header: /^Sending \d+$/, isPassing: true },
  { fault: 'hang', header: OFFLINE },
  { fault: 'cut', header: /^((Offline, )?\d+ waiting|Our server is away)$/ },
  { fault: 'foreign-403', header: SERVER_AWAY },
  { fault: 'foreign-404', header: SERVER_AWAY },
  { fault: 'foreign-502', header: SERVER_AWAY },
  { fault: 'foreign-200', header: /^(Wi-Fi wants a sign-in|\d+ waiting)$/ },
  { fault: 'too-many', header: /^(Sending \d+|\d+ waiting)$/ },
  { fault: 'signed-out', header: /^Sign in to send \d+$/, isEverywhere: true },
  { fault: 'slow', header: /^Sending \d+$/, isPassing: true, isEverywhere: true },
];
