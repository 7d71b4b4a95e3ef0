import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { RequestContext } from '../context.ts';
import { shedLoad } from './shed-load.ts';

/** A process that works on two calls at once; what it answers, and the lines of its log. */
function startShedding() {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const shed = shedLoad(2, log);
  const ask = async (work: (ctx: RequestContext) => Promise<void>) => {
    const ctx = { status: 200, set: () => {}, state: {} } as unknown as RequestContext;
    await shed(ctx, () => work(ctx));
    return ctx.status;
  };
  return { ask, lines };
}

const never = () => new Promise<never>(() => {});

test('beyond the bound calls are refused, with one line in the log for all of ten seconds', async () => {
  const { ask, lines } = startShedding();
  void ask(never);
  void ask(never);
  const statuses = await Promise.all(Array.from({ length: 100 }, () => ask(never)));
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('overloaded');
});

test('whoever is done or fails gives the place back', async () => {
  const { ask } = startShedding();
  void ask(never);
  const failing = ask(() => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await ask(async () => {})).toBe(200);
  expect(await ask(async () => {})).toBe(200);
});

test('whoever waits outside takes no place, and takes it again afterwards', async () => {
  const { ask } = startShedding();
  const arrives = Promise.withResolvers<void>();
  void ask(never);
  void ask(async ({ state }) => {
    await state.place.outside(() => arrives.promise);
    await never();
  });
  expect(await ask(async () => {})).toBe(200);
  arrives.resolve();
  await arrives.promise;
  expect(await ask(never)).toBe(503);
});
