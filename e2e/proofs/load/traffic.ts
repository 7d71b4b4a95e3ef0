import { setTimeout as delay } from 'node:timers/promises';
import type { Mix } from './mix.ts';
import type { Answered } from './line.ts';
import { send } from './send.ts';
import { Tally } from './tally.ts';

/**
 * Calls under way beyond which nothing more is sent, as by our sample of nginx (`max_conns`): what waits for a connection would
 * measure the callers.
 */
const OPEN_MAX = 512;
/** How often what is due is sent; milliseconds. */
const TICK_MS = 10;

interface Traffic {
  readonly origin: string;
  readonly mix: Mix;
}

/** So many callers ask one after the other for `ms`; the tally of their answers. */
export async function askInTurn(traffic: Traffic, callers: number, ms: number): Promise<Tally> {
  const tally = new Tally();
  const until = performance.now() + ms;
  const ask = async () => {
    while (performance.now() < until) await askOnce(traffic, tally);
  };
  await Promise.all(Array.from({ length: callers }, ask));
  return tally.end();
}

/** Asks so many times a second for `ms`, however long answers take, as many people do who know nothing of each other. */
export async function askAtRate(traffic: Traffic, perSecond: number, ms: number): Promise<Tally> {
  const tally = new Tally();
  const startedAt = performance.now();
  const open = new Set<Promise<void>>();
  let sent = 0;
  for (;;) {
    const passed = performance.now() - startedAt;
    if (passed >= ms) break;
    for (const due = Math.floor((passed / 1000) * perSecond); sent < due; sent += 1) {
      if (open.size >= OPEN_MAX) tally.leaveOut();
      else {
        const asking = askOnce(traffic, tally).finally(() => open.delete(asking));
        open.add(asking);
      }
    }
    await delay(TICK_MS);
  }
  tally.end();
  await Promise.all(open);
  return tally;
}

async function askOnce({ origin, mix }: Traffic, tally: Tally): Promise<void> {
  const { name, asked, note } = mix.draw();
  const startedAt = performance.now();
  const answer: Answered = await send(origin, asked);
  note?.(answer);
  tally.add(name, answer, performance.now() - startedAt);
}
