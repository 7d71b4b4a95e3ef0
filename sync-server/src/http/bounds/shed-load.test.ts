import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { RequestContext } from '../context.ts';
import { shedLoad } from './shed-load.ts';

/** A process that works on two calls at once; what it answers, and the lines of its log. */
function startShedding() {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const shed = shedLoad({ most: 2, least: 2 }, log);
  const ask = async (
    work: (ctx: RequestContext) => Promise<void>,
    { path = '/api/stats', closed = false } = {},
  ) => {
    const res = { closed };
    const ctx = { status: 200, set: () => {}, state: {}, path, res } as unknown as RequestContext;
    await shed(ctx, () => work(ctx));
    return ctx.status;
  };
  return { ask, lines };
}

const never = () => new Promise<never>(() => {});

test('while nobody is done others are refused, with one line in the log for all of ten seconds', async () => {
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

test('whatever else is asked, people can sign in', async () => {
  const { ask } = startShedding();
  for (let at = 0; at < 50; at += 1) void ask(never);
  for (const path of ['/api/login', '/api/login/code'])
    expect(await ask(async () => {}, { path })).toBe(200);
});

test('nothing is done for who left while waiting', async () => {
  const { ask } = startShedding();
  let isDone = false;
  await ask(async () => void (isDone = true), { closed: true });
  expect(isDone).toBe(false);
});
