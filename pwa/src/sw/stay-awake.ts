import { endTransactions } from '@sunloop/engine/data/storage/leaving.ts';
import { findAnyTrouble, onTrouble } from '@sunloop/engine/data/storage/trouble.ts';

/** What is used of the worker's events; their own type is not known where the unit tests are compiled. */
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** How long storage may not answer; a busy device opens it within seconds. Milliseconds. */
const STORAGE_PATIENCE_MS = 30_000;

/** Events that are being worked on. */
let open = 0;

/** Keeps the worker awake for `work`, and ends what still runs on its databases before it may sleep. */
export function stayAwake(event: WorkerEvent, work: () => Promise<void>): void {
  open += 1;
  event.waitUntil(
    whileAnswered(work()).finally(() => {
      open -= 1;
      if (open === 0) endTransactions();
    }),
  );
}

/** Fails once the storage does not answer: an event without an end holds up the next version of the app. */
async function whileAnswered(work: Promise<void>): Promise<void> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const trouble = findAnyTrouble();
    if (trouble)
      timer = setTimeout(() => reject(new Error(`No ${trouble.database}`)), STORAGE_PATIENCE_MS);
  };
  const stop = onTrouble(look);
  look();
  try {
    await Promise.race([work, silence]);
  } finally {
    stop();
    clearTimeout(timer);
  }
}
