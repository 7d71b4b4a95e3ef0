import type { UnsentChoice } from '../../src/data/device-db.ts';
import type { Fate, NetworkMode } from './model-network.ts';

/** What is wrong with a row, if anything: `twin` has another row's email, `self` the person's own. */
export type RowKind = 'good' | 'bad' | 'twin' | 'self';
export type Who = 'o' | 's';

/**
 * One thing that happens in a run, as data. A run is a seed and its list, and any part of the list is a run, too. Tabs,
 * people and requests are given by number, modulo how many there are.
 */
export type ModelStep = {
  /** Turns of the event loop before the next step; if absent, until nothing more happens by itself. */
  turns?: number | undefined;
} & (
  | PersonStep
  | EngineStep
  | WorldStep
  | ServerStep
  | ElsewhereStep
  | FileStep
  | DeviceStep
  | StorageStep
  | SessionStep
  | DeskStep
);

export type PersonStep =
  | { do: 'save'; tab: number; rows: RowKind[] }
  /** For the other person; `nobody`: with a code that no customer has. */
  | { do: 'take'; tab: number; rows: (RowKind | 'nobody')[] }
  | { do: 'upload'; tab: number; rows: RowKind[]; again: boolean; isRun: boolean }
  | { do: 'stopUpload'; tab: number }
  | { do: 'openDialog'; tab: number; row: number }
  | { do: 'edit'; tab: number; row: number; mends: 'name' | 'email' }
  | { do: 'remove'; tab: number; row: number }
  | { do: 'undo'; tab: number; nth: number };

export type EngineStep =
  | { do: 'send'; tab: number; how: 'once' | 'now' | 'worker' }
  | { do: 'refresh'; tab: number; what: 'stale' | 'list' | 'taken' | 'receipts' }
  | { do: 'news'; tab: number }
  | { do: 'page'; tab: number; event: 'online' | 'offline' | 'focus' | 'visible' | 'hidden' };

type WorldStep =
  | { do: 'answer'; nth: number; fate: Fate }
  | { do: 'serve'; nth: number }
  | { do: 'arrive' }
  | { do: 'network'; mode: NetworkMode }
  | { do: 'elapse'; ms: number };

export type ServerStep =
  | { do: 'admin'; row: number; to: string | null }
  | { do: 'backUp' }
  | { do: 'restore'; nth: number; isUnnoticed: boolean };

/** The person's other device, and people who carry what the person handed over. */
export type ElsewhereStep =
  | { do: 'elsewhere'; what: 'add'; rows: RowKind[] }
  | { do: 'elsewhere'; what: 'file' | 'look' }
  | { do: 'handOver' }
  | { do: 'courier'; nth: number };

/** What waits leaves the device as a file, and comes back; another app shares a file, which somebody takes. */
export type FileStep =
  | { do: 'saveFile'; tab: number }
  | { do: 'openFile'; tab: number; nth: number }
  | { do: 'share' }
  | { do: 'takeShared'; tab: number };

/** Which operations of IndexedDB fail; `commit` after they succeeded. */
export type FailingWhat = 'write' | 'read' | 'count' | 'delete' | 'commit' | 'open';

export type DeviceStep =
  | { do: 'jump'; ms: number }
  | { do: 'fail'; error: string; store: string | null; what: FailingWhat; times: number }
  | { do: 'mend' }
  | { do: 'close'; tab: number }
  | { do: 'evict' }
  | { do: 'upgrade' }
  | { do: 'kill'; tab: number }
  | { do: 'freeze'; tab: number }
  | { do: 'thaw'; tab: number };

/** What is found stored that this build did not write, or no longer. */
export type StorageStep =
  | { do: 'evictOpen'; what: 'user' | 'device' }
  | { do: 'loseStore'; tab: number; store: 'sync' | 'log' | 'uploads' }
  | { do: 'plant'; tab: number; what: 'newer' | 'damaged' | 'half-damaged' }
  | { do: 'reshape'; tab: number };

export type SessionStep =
  | { do: 'signOut'; tab: number; unsent: UnsentChoice }
  | { do: 'signIn'; tab: number; who: Who }
  | { do: 'cookie'; who: Who | null };

export type DeskStep =
  | { do: 'act'; tab: number; acts: { row: number; to: string | null }[] }
  | { do: 'takeBack'; tab: number; row: number }
  | { do: 'decide'; tab: number; nth: number; isMine: boolean }
  | { do: 'colleague'; row: number; to: string | null }
  | { do: 'deskList'; tab: number };

/** The conditions of a run. */
export interface Setting {
  seed: number;
  isAdmin: boolean;
  /** Browsers without locks are the worst case (rule 13). */
  hasLocks: boolean;
  /** Pages with timers and live queries run beside the steps. */
  hasPages: boolean;
  network: NetworkMode;
}
