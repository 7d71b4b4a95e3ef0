import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Mutation } from '../mutations/mutation.ts';
import { applyMutation } from './apply-mutation.ts';
import { judgeReport, type Outcome } from './judge-report.ts';
import type { ScratchCopy } from './scratch-copy.ts';
import { SourceTree } from './source-tree.ts';

export type { Outcome };

/** A hanging test fails by its own time-out long before this. */
const RUN_MAX_MS = 10 * 60_000;

/** Breaks the copy, runs the tests that have to notice, and restores it. */
export async function tryMutation(copy: ScratchCopy, mutation: Mutation): Promise<Outcome> {
  try {
    const tree = new SourceTree(copy.root);
    const tests = tree.testsOf(mutation);
    const mend = applyMutation(tree, mutation);
    try {
      return await runTests(copy, tests);
    } finally {
      mend();
    }
  } catch (error) {
    return { kind: 'broken', why: String(error) };
  }
}

/** Runs test files of the copy in a process of their own, until the first one fails. */
export async function runTests({ root }: ScratchCopy, files: string[]): Promise<Outcome> {
  const report = path.join(root, 'report.json');
  rmSync(report, { force: true });
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const how = ['--bail=1', '--silent', '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, 'run', ...how, ...files], {
    cwd: root,
    stdio: 'ignore',
    signal: AbortSignal.timeout(RUN_MAX_MS),
  });
  await once(child, 'exit');
  return judgeReport(JSON.parse(readFileSync(report, 'utf8')));
}
