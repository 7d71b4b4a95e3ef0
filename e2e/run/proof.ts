import { spawnSync } from 'node:child_process';
import { PROOF_WORDS } from './proof-words.ts';
import { PROOFS } from './proofs.ts';

/** `npm run proof NAME -- options`: one of `PROOFS`, with its exit code; without a name it lists them. */
const [name = '', ...options] = process.argv.slice(2);
const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
if (!proof) {
  console.error('Usage: npm run proof NAME -- options. The names:\n');
  for (const [one, words] of Object.entries(PROOF_WORDS))
    console.error(`  ${one}: ${words.replaceAll(/\s+/g, ' ')}`);
  process.exit(1);
}

const run = ([command = '', ...args]: readonly string[], env = {}): number => {
  const child = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (child.error) throw child.error;
  return child.status ?? 1;
};
const built = proof.needsBuild ? run(['npm', 'run', 'build']) : 0;
process.exitCode = built === 0 ? run([...proof.command, ...options], proof.env) : built;
