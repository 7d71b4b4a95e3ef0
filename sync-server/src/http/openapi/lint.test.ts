// @module-tag sweep
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeApi } from './document.ts';

const run = promisify(execFile);
const LINTER = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const RULES = fileURLToPath(new URL('../../../redocly.yaml', import.meta.url));

/** What Redocly finds in the document, a line each; it asks nobody on the network. */
async function lint(document: object): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const args = [LINTER, 'lint', file, '--config', RULES, '--format', 'json'];
    // It ends with 1 if it finds anything, and prints what in either case.
    const { stdout } = await run(process.execPath, args).catch((error: unknown) => {
      if (error instanceof Error && 'stdout' in error) return error as Error & { stdout: string };
      throw error;
    });
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a public linter has nothing to say about the document by its recommended rules', async () => {
  expect(await lint(describeApi())).toEqual([]);
});

test('and would say what is wrong', async () => {
  const found = await lint({ ...describeApi(), servers: [] });
  expect(found).toEqual([expect.stringMatching(/^no-empty-servers: /)]);
});
