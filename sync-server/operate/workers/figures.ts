import type { Figures } from '../../src/http/watch/metrics.ts';
import type { WorkerMessage } from './orders.ts';
import type { StartedWorker } from './start-worker.ts';

/**
 * Answers a worker that wants the figures of all, since a scrape reaches only one of them. Each keeps its own, under the
 * number of its place: of a sum, a counter that begins again could not be told.
 */
export function shareFigures(
  worker: StartedWorker,
  workers: () => readonly (StartedWorker | undefined)[],
): StartedWorker {
  worker.onMessage((told) => {
    if (told.kind !== 'want-figures') return;
    void collect(workers(), told.id).then((figures) =>
      worker.tell({ kind: 'all-figures', id: told.id, figures }),
    );
  });
  return worker;
}

async function collect(
  workers: readonly (StartedWorker | undefined)[],
  id: string,
): Promise<Figures[]> {
  const figures = await Promise.all(
    workers.map(async (worker, place) => {
      const given = worker && (await figuresOf(worker, id));
      return given?.map((figure) => ({
        ...figure,
        // One value for each set of labels is left as it is, also those that prom-client would leave out of a sum.
        aggregator: 'sum' as const,
        values: figure.values.map((value) => ({
          ...value,
          labels: { ...value.labels, worker: place + 1 },
        })),
      }));
    }),
  );
  return figures.filter((given) => given !== undefined);
}

/** Undefined if it ends meanwhile. */
function figuresOf(worker: StartedWorker, id: string): Promise<Figures | undefined> {
  const given = new Promise<Figures>((resolve) => {
    const listen = (told: WorkerMessage) => {
      if (told.kind !== 'figures' || told.id !== id) return;
      worker.offMessage(listen);
      resolve(told.figures);
    };
    worker.onMessage(listen);
  });
  worker.tell({ kind: 'give-figures', id });
  return Promise.race([given, worker.ended.then(() => undefined)]);
}
