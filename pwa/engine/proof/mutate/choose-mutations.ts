import type { Mutation } from '../mutations/mutation.ts';

/** What narrows the list: a rule, a word of what is broken or of its name, and a part as `1/2`. */
export interface Choice {
  rule?: string | undefined;
  only?: string | undefined;
  shard?: string | undefined;
}

/** Takes every nth, so that each part has slow and quick ones; throws if none is left to try. */
export function chooseMutations(
  all: readonly Mutation[],
  { rule, only = '', shard = '1/1' }: Choice,
): Mutation[] {
  const [part = 1, parts = 1] = shard.split('/').map(Number);
  const word = only.toLowerCase();
  const chosen = all
    .filter((mutation) => rule === undefined || mutation.rule === Number(rule))
    .filter(({ what, of }) => `${what} ${of}`.toLowerCase().includes(word))
    .filter((_, at) => at % parts === part - 1);
  if (chosen.length === 0) throw new Error('No mutation of the list matches this.');
  return chosen;
}
