import { KeyedQueue, type QueueBounds } from '../../db/query/keyed-queue.ts';
import { unavailable } from '../errors.ts';

/** What waited longer for its place is refused rather than served late; milliseconds. */
const QUEUE_WAIT_MS = 2000;

/** A queue for requests: `full` makes the refusal if it has no room, and whoever waited 2 s gets 503. */
export function requestQueue(bounds: Omit<QueueBounds, 'waitMs'>, full: () => Error): KeyedQueue {
  return new KeyedQueue({ ...bounds, waitMs: QUEUE_WAIT_MS }, (why) =>
    why === 'full' ? full() : unavailable(),
  );
}
