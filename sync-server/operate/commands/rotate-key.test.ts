import { execFile, type ExecFileException } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf } from '../../src/ground/keys/service.ts';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const SUNLOOP = path.join(import.meta.dirname, '../sunloop.ts');

/** Runs `sunloop rotate-key` on the test's database; what it said, and its exit code. */
function rotate(...given: string[]): Promise<{ code: number; said: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; said: string }>();
  const done = (error: ExecFileException | null, out: string, err: string) =>
    resolve({
      code: Number(error?.code ?? 0),
      said: `${out.replace(/^Acts on .*\n/, '')}${err}`.trim(),
    });
  const env = { DATABASE_URL: database.url };
  execFile(process.execPath, [SUNLOOP, 'rotate-key', ...given], { env }, done);
  return promise;
}

test('a key is changed by a command, and the old one stays', async () => {
  const { code, said } = await rotate('receipt');
  const [newest, old] = await keysOf(database.orm.em.fork(), 'receipt');
  const words = `The receipt key is ${newest?.id} from now on; ${old?.id} stays for what was made with it.`;
  expect({ code, said }).toEqual({ code: 0, said: words });
});

test.each([[['push']], [[]], [['receipt', 'handover']]])(
  '%j is refused with the usage',
  { tags: 'sweep' },
  async (given) => {
    const usage = 'Sunloop: Usage: sunloop rotate-key receipt|handover';
    expect(await rotate(...given)).toEqual({ code: 1, said: usage });
  },
);
