import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { RequestContext } from '../context.ts';
import { shedLoad } from './shed-load.ts';

/** Tries a call at a process that is that late; what was answered, and the lines of the log. */
async function tryAt(lateMs: number, { afterMs = 200, calls = 1 } = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const shed = shedLoad(afterMs, { lateMs: () => lateMs, waitedMs: async () => 0 }, log);
  let passed = 0;
  const ctx = { status: 404, set: () => {} } as unknown as RequestContext;
  for (let call = 0; call < calls; call += 1) await shed(ctx, async () => void (passed += 1));
  return { passed, status: ctx.status, lines };
}

test('a call passes while the process is on time', async () => {
  expect(await tryAt(200)).toMatchObject({ passed: 1, status: 404, lines: [] });
});

test('calls are refused while it is late, with one line in the log for all of ten seconds', async () => {
  const { passed, status, lines } = await tryAt(201, { calls: 100 });
  expect([passed, status]).toEqual([0, 503]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"late":"the process"');
});

test('with 0 all pass', async () => {
  expect(await tryAt(60_000, { afterMs: 0 })).toMatchObject({ passed: 1 });
});
