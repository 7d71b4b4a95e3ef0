import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { rawRows } from './raw-storage.ts';
import type { ModelStep } from './steps.ts';
import type { World } from './world.ts';

/** What files and the log say wrongly about what became of rows (rules 19, 22). */
export function findStoryFaults(world: World): string[] {
  const arrived = world.past.names();
  return [world.owner.id, world.stranger.id].flatMap((userId) => [
    ...uploadsOf(userId)
      .filter(({ total, told }) => told > total)
      .map(({ total, told }) => `rule 22: a file of ${total} rows tells of ${told}`),
    ...sentOf(userId)
      .map((id) => world.requests.namesOf(id))
      .filter((names) => names.length > 0 && !names.some((name) => arrived.has(name)))
      .map((names) => `rule 19: the log says that ${names[0]} was sent`),
  ]);
}

/** What each file of a user tells: rows sent, there before, waiting and refused. */
function uploadsOf(userId: string): { total: number; told: number }[] {
  const waiting = rawRows(userId, 'outbox');
  const rejected = rawRows(userId, 'rejected');
  return rawRows(userId, 'uploads').map(({ id, total, sent, alreadyThere }) => {
    const isOfFile = ({ uploadId }: { uploadId?: string }) => uploadId === id;
    const left = waiting.filter(isOfFile).reduce((sum, { rows }) => sum + rows.length, 0);
    return { total, told: sent + alreadyThere + left + rejected.filter(isOfFile).length };
  });
}

/** Ids of the rows that a user's log calls sent. */
function sentOf(userId: string): string[] {
  const lines = rawRows(userId, 'log').filter(({ event }) => event === 'sent');
  return lines.flatMap(({ rowIds }) => rowIds);
}

/** After these, a row may have left this device in another way than by being sent. */
const CHANGES_STORIES = new Set<ModelStep['do']>([
  ...(['edit', 'remove', 'undo', 'fail', 'close', 'evict', 'upgrade', 'kill'] as const),
  ...(['signOut', 'signIn', 'cookie', 'restore', 'jump'] as const),
  ...(['evictOpen', 'loseStore', 'plant', 'reshape', 'elsewhere'] as const),
]);

/** In a run where nothing intervened, each file tells of all its rows, and the log of each row that was sent. */
export function findUntold(world: World, steps: readonly ModelStep[]): string[] {
  const isDisturbed = steps.some(
    (step) =>
      CHANGES_STORIES.has(step.do) ||
      (step.do === 'upload' && step.again) ||
      (step.do === 'answer' && step.fate === 'erased') ||
      (step.do === 'elapse' && step.ms > DAY_MS),
  );
  if (isDisturbed) return [];
  const { owner, past, requests } = world;
  const short = uploadsOf(owner.id).filter(({ total, told }) => told < total);
  const told = new Set(sentOf(owner.id));
  const unsaid = [...past.rows.values()].filter(
    ({ id, userId }) => userId === owner.id && requests.namesOf(id).length > 0 && !told.has(id),
  );
  return [
    ...short.map(({ total, told: few }) => `rule 22: a file of ${total} rows tells only of ${few}`),
    ...unsaid.map(({ name }) => `rule 19: the log does not say that ${name} was sent`),
  ];
}
