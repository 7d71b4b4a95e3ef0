import { randomUUID } from 'node:crypto';
import type { Figures, FigureSource } from '../../src/http/watch/metrics.ts';
import { tell, type WorkerOrder } from './orders.ts';

/** How long the figures of all workers are waited for; less than a scrape waits. Milliseconds. */
const PATIENCE_MS = 5000;

/** Asks the supervisor for the figures of all workers, and gives it this one's. */
export function figuresOfAll(): FigureSource {
  return { offer, gather };
}

function offer(own: () => Promise<Figures>): void {
  process.on('message', (order: WorkerOrder) => {
    if (order.kind !== 'give-figures') return;
    void own().then((figures) => tell({ kind: 'figures', id: order.id, figures }));
  });
}

function gather(): Promise<readonly Figures[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Figures[]>();
  const id = randomUUID();
  const listen = (order: WorkerOrder) => {
    if (order.kind === 'all-figures' && order.id === id) resolve(order.figures);
  };
  const giveUp = () => reject(new Error('a worker did not give its figures in time'));
  const impatience = setTimeout(giveUp, PATIENCE_MS);
  process.on('message', listen);
  tell({ kind: 'want-figures', id });
  return promise.finally(() => {
    clearTimeout(impatience);
    process.off('message', listen);
  });
}
