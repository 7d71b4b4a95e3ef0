import { endTransactions } from '@sunloop/engine/data/storage/leaving.ts';

/** What is used of the worker's events; their own type is not known where the unit tests are compiled. */
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** Events that are being worked on. */
let open = 0;

/** Keeps the worker awake for `work`, and ends what still runs on its databases before it may sleep. */
export function stayAwake(event: WorkerEvent, work: () => Promise<void>): void {
  open += 1;
  event.waitUntil(
    work().finally(() => {
      open -= 1;
      if (open === 0) endTransactions();
    }),
  );
}
