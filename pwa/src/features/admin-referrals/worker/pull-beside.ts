/** Whose list to fetch: with `isWanted` because the person asked for it, otherwise only if it is stale. */
export interface Pull {
  userId: string;
  isWanted: boolean;
}

/** How far it has come, and how it ended. */
export type PullNews = { received: number } | { isOver: true } | { problem: string };

/**
 * Fetches the list in a worker of its own, which ends afterwards: reading 200,000 rows takes as much memory as the desk
 * itself, and this frees it at once.
 */
export function pullBeside(pull: Pull, onCount: (received: number) => void): Promise<void> {
  const worker = new Worker(new URL('./pull-worker.ts', import.meta.url), { type: 'module' });
  const done = new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<PullNews>) => {
      if ('received' in data) onCount(data.received);
      else if ('problem' in data) reject(new Error(data.problem));
      else resolve();
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between workers there is none
    worker.postMessage(pull);
  });
  return done.finally(() => worker.terminate());
}
