import type { FirstAdmin } from '../install/first-admin.ts';
import type { Figures } from '../../src/http/watch/metrics.ts';
import type { HeldDatabase } from '../start/open-database.ts';

/** What the workers of one installation have in common. Secrets go over the channel, since an environment can be read. */
export interface Shared {
  /** Newest first. */
  readonly sessionKeys: readonly string[];
  /** The embedded PostgreSQL, which the supervisor keeps running; absent with DATABASE_URL. */
  readonly embedded: HeldDatabase | undefined;
}

/** What a worker says once it serves. */
export interface Readiness {
  readonly origin: string;
  readonly firstAdmin: FirstAdmin | undefined;
  /** What it says about its rights, if it was started as root. */
  readonly rights: string | undefined;
  /** Whom it goes on as, where there are users. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/** What the supervisor tells a worker. */
export type WorkerOrder =
  | { readonly kind: 'start'; readonly shared: Shared }
  | { readonly kind: 'stop' }
  | { readonly kind: 'give-figures'; readonly id: string }
  | { readonly kind: 'all-figures'; readonly id: string; readonly figures: readonly Figures[] };

/** What a worker tells: `here` when it can be given its order, then `ready` or `failed`. */
export type WorkerMessage =
  | { readonly kind: 'here' }
  | { readonly kind: 'ready'; readonly told: Readiness }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'want-figures'; readonly id: string }
  | { readonly kind: 'figures'; readonly id: string; readonly figures: Figures };

/** A worker's word to the supervisor, unless that is gone; `then` is called when it is on its way. */
export function tell(told: WorkerMessage, then: () => void = () => undefined): void {
  if (process.connected) process.send?.(told, undefined, undefined, then);
}
