import type { Place } from './place.ts';

/** What the keeper is told first; later only 'stop'. */
export interface StartOrder {
  readonly place: Place;
  readonly settings: readonly string[];
  /** Consecutive failures after which it gives up; absent: it does not start the server again. */
  readonly restartsMax?: number | undefined;
}

/** What the keeper tells; the first is `ready` with the port, or `failed`. */
export type KeeperMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed' | 'lost' | 'log' | 'report'; readonly text: string };
