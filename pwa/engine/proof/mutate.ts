/**
 * `npm run proof mutate`: breaks each clause of the numbered rules in turn and shows that a test fails. The
 * mutations are in `mutations/`. Exits with 1 if a broken rule goes unnoticed.
 */
import { parseArgs } from 'node:util';
import type { Mutation } from './mutations/mutation.ts';
import { MUTATIONS } from './mutations/list.ts';
import { chooseMutations } from './mutate/choose-mutations.ts';
import { makeScratchCopy, type ScratchCopy } from './mutate/scratch-copy.ts';
import { SourceTree } from './mutate/source-tree.ts';
import { type Outcome, runTests, tryMutation } from './mutate/try-mutation.ts';

const { values } = parseArgs({
  options: {
    rule: { type: 'string' },
    only: { type: 'string' },
    shard: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});
const chosen = chooseMutations(MUTATIONS, values);
const copies = Array.from({ length: Number(values.workers) }, makeScratchCopy);
try {
  process.exitCode = (await requirePassing(copies[0])) && (await tryAll()) ? 0 : 1;
} finally {
  for (const copy of copies) copy.remove();
}

/** A test that fails anyway would kill every mutation. */
async function requirePassing(copy: ScratchCopy | undefined): Promise<boolean> {
  if (!copy || chosen.length === 0) return true;
  const tree = new SourceTree(copy.root);
  const tests = new Set(chosen.flatMap((mutation) => tree.testsOf(mutation)));
  const outcome = await runTests(copy, [...tests]);
  if (outcome.kind === 'survived') return true;
  console.error(`Without any change the tests do not pass: ${outcome.kind} ${outcome.why}`);
  return false;
}

async function tryAll(): Promise<boolean> {
  const startedAt = Date.now();
  const waiting = [...chosen];
  const outcomes: Outcome[] = [];
  const work = async (copy: ScratchCopy) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await tryMutation(copy, next);
      outcomes.push(outcome);
      tell(next, outcome);
    }
  };
  await Promise.all(copies.map(work));
  const count = (wanted: Outcome['kind']) => outcomes.filter(({ kind }) => kind === wanted).length;
  const proved = `${count('killed')} killed, ${count('survived')} survived`;
  const broken = count('broken') > 0 ? `, ${count('broken')} prove nothing` : '';
  console.log(`\n${proved}${broken} in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return count('killed') === outcomes.length;
}

function tell({ rule, what, of }: Mutation, { kind, why }: Outcome): void {
  console.log(`${kind.padEnd(8)} rule ${String(rule).padStart(2)} ${of}: ${what}`);
  console.log(`         ${why}`);
}
