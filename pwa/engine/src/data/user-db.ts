import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { EntityTable } from 'dexie';
import type { LeftOutLine } from './file-person.ts';
import type { OutboxEntry, WrittenEntry } from './outbox-kinds.ts';
import { ReopeningDexie } from './reopening-dexie.ts';
import { UNSEEN, USER_DB_PREFIX } from './unsent-count.ts';

/** A row the server refused for its content, or (`damaged`) one this app can no longer read. */
export interface RejectedRow {
  id: string;
  row: PushRow | null;
  code: string;
  error: string;
  rejectedAt: number;
  savedAt: number;
  /** Place in the order in which rows were saved; rows of a file keep the file's order. */
  order?: number;
  /** What was stored, if it cannot be read as a row. */
  raw?: string;
  uploadId?: string;
}

/** When a server resource was fetched, with its tag, and its `data` if that has no table of its own. */
export interface ResourceRow {
  path: string;
  data?: unknown;
  etag: string | null;
  /** The shape it is kept in (`read-shapes.ts`); not written by older builds. */
  shape?: string;
  /** The server's position in a list that comes as changes. */
  cursor?: string;
  /** Of a page: the cursor of the page after it. */
  next?: string;
  /** Of a page after the first: the `serial` of the first one when it was asked for. */
  firstSerial?: number;
  /** Answers stored under this path so far; a count, because clocks stop and go back. */
  serial?: number;
  /** Of a list that comes as changes: a new value for each whole answer, and the ids deleted since. */
  wholeMark?: string;
  deletedIds?: string[];
  /** Numbers of pushes since this answer whose rows are all here; under the name they have in stored answers. */
  receipts?: string[];
  /** A new value each time a push reports rows that another push had created. */
  toldMark?: string;
  /** 0 if it was never fetched. */
  fetchedAt: number;
  /** A write or an achievement says that the server's answer has changed. */
  isTouched?: boolean;
  /** When a fetch was last given up. */
  triedAt?: number;
}

/** An achievement just earned, until its popup was shown. */
export interface NewsRow {
  id: string;
  achievement: Achievement;
  /** Order of arrival. */
  at: number;
}

/** A file handed over; its waiting rows are in the outbox, refused ones in `rejected`. */
export interface UploadRow {
  id: string;
  fileName: string;
  at: number;
  /** Valid rows of the file, rows sent from it, and rows that were there before it. */
  total: number;
  sent: number;
  alreadyThere: number;
  /** How many of its lines were left out, and the first of them; absent in uploads of earlier builds. */
  leftOut?: { count: number; lines: LeftOutLine[] } | undefined;
}

export type LogEvent = 'tried' | 'sent' | 'refused' | 'edited' | 'removed' | 'restored' | 'lost';

/** What happened to rows of one entry; repeats only count up. */
export interface LogLine {
  id: number;
  /** The entry's key at that time. */
  key: number;
  rowIds: string[];
  /** The name in the first row, to recognize it by once it is gone from the outbox. */
  name: string;
  event: LogEvent;
  /** Why not: a verdict, a reason of `NotSent` or the server's code. */
  reason: string | null;
  /** First and last time, and how often. */
  at: number;
  lastAt: number;
  times: number;
}

/** Referrals that one push created, as they arrived; `own-referrals.ts` reads them and folds them in. */
export interface ArrivedRows {
  /** Id and creation time of the first row. */
  id: string;
  createdAt: string;
  rows: Referral[];
}

/** A half-typed form. */
export interface DraftRow {
  form: string;
  values: Record<string, string>;
  updatedAt: number;
}

/**
 * An admin's act that the server has not done: somebody else had changed the referral meanwhile (`conflict`) or deleted it
 * (`gone`), the server accepts no such act (`refused`), or it was put back to before it had done it (`lost`).
 */
export interface ConflictRow {
  /** Id of the referral or, of a call, its own (`recordIdOf`). */
  id: string;
  act: ReferralAct;
  /** What the server holds; null if it is gone or the answer did not include it. */
  referral: AdminReferral | null;
  outcome: 'conflict' | 'gone' | 'refused' | 'lost';
  at: number;
  /** The person it is about, because the list may no longer contain them. */
  who: string;
  /** The server's reason for a refusal. */
  error?: string;
}

/** The last change of a referral, or a call, that the server did for this device. */
export interface DoneAct {
  /** Id of the referral or, of a call, its own (`recordIdOf`). */
  id: string;
  act: ReferralAct;
  /** The key under which the server did it. */
  key: string;
  at: number;
  /** The run of the server's database that has it (`CurrentUser.epoch`). */
  epoch: string | undefined;
}

export type Reach = 'ok' | 'offline' | 'captive' | 'server-away';
export type BlockReason = 'sign-in' | 'inactive' | 'wrong-user' | 'update-needed';

/**
 * Rows per request on this connection; `failedRows` timed out, and `passed` requests of full size have gone through
 * since.
 */
export interface Pace {
  rows: number;
  failedRows: number | null;
  passed: number;
}

/** The one row about sending, shared by tabs and worker. No row means that nobody is signed in here. */
export interface SyncState {
  key: 'sync';
  isOpen: boolean;
  reach: Reach;
  blocked: BlockReason | null;
  /** Rows of the first entry in flight; believed until `sendingUntil`, because a killed tab cannot take it back. */
  sending: number;
  sendingUntil: number;
  /** Failed tries in a row, and the earliest time of the next one. */
  failures: number;
  nextAt: number;
  /** The end of the server's Retry-After, and its length; nothing shortens it. */
  holdUntil: number;
  holdMs: number;
  /** What this connection takes in one request. */
  pace: Pace;
  /** A new value each time the server confirms the user, so that an older refusal can be recognized. */
  confirmed: number;
  /** Counts stored verdicts, so that a read can notice that a write overtook it. */
  writes: number;
  lastSentAt: number | null;
  lastSyncAt: number | null;
  /** The entry with the first rows of a file whose sending somebody watches; its rows go one by one. */
  watchedKey: number | null;
  hasAskedToPersist: boolean;
  /** Under which mark the server tells this device of news; absent if the person has not asked for that here. */
  notifiedAs?: string | undefined;
  /** Whether the person was asked here, after a referral, whether to be told of news. */
  hasOfferedNews?: boolean;
  /** How many users the server had erased when an admin's device last asked; absent for customers. */
  erasedUsers?: number;
}

/** Where the state of everybody's referrals was, when an admin's device held all of them. */
const OLD_DESK_LIST = '/api/admin/referrals';

/** Everything of one user on this device; nothing in it is ever sent for anybody else. */
export class UserDb extends ReopeningDexie {
  readonly userId: string;
  declare readonly referrals: EntityTable<Referral, 'id'>;
  declare readonly arrived: EntityTable<ArrivedRows, 'id'>;
  declare readonly outbox: EntityTable<OutboxEntry, 'key', WrittenEntry>;
  declare readonly rejected: EntityTable<RejectedRow, 'id'>;
  declare readonly resources: EntityTable<ResourceRow, 'path'>;
  declare readonly drafts: EntityTable<DraftRow, 'form'>;
  declare readonly sync: EntityTable<SyncState, 'key'>;
  declare readonly news: EntityTable<NewsRow, 'id'>;
  declare readonly uploads: EntityTable<UploadRow, 'id'>;
  declare readonly log: EntityTable<LogLine, 'id'>;
  declare readonly conflicts: EntityTable<ConflictRow, 'id'>;
  declare readonly doneActs: EntityTable<DoneAct, 'id'>;

  constructor(userId: string) {
    super(`${USER_DB_PREFIX}${userId}`);
    this.userId = userId;
    this.version(1).stores({
      referrals: 'id, createdAt, status',
      // Indexed so that counting what waits never reads the rows, of which there can be ten thousand.
      outbox: '++key, v, nextAt, rows.length',
      rejected: 'id',
      resources: 'path',
      drafts: 'form',
      sync: 'key',
    });
    this.version(2).stores({
      // An upload's waiting rows are counted from this index, too.
      outbox: '++key, v, nextAt, rows.length, [uploadId+rows.length]',
      rejected: 'id, uploadId',
      news: 'id, at',
      uploads: 'id, at',
      log: '++id, key, at, event',
    });
    this.version(3).stores({ adminBlocks: 'block', conflicts: 'id, at' });
    // Indexed so that counting never reads the rows.
    this.version(4).stores({ arrived: 'id, createdAt, rows.length' });
    this.version(5)
      // Indexed so that the oldest answers are found without reading any.
      .stores({ adminBlocks: null, resources: 'path, fetchedAt' })
      .upgrade((upgrade) => upgrade.table('resources').delete(OLD_DESK_LIST));
    this.version(6).stores({ doneActs: 'id, at' });
    // Hardly any has a share; the index holds only those.
    this.version(7).stores({ referrals: 'id, createdAt, status, share' });
    this.on('populate', (making) => making.table('sync').add({ key: UNSEEN }));
  }
}

const opened = new Map<string, UserDb>();

/** The user's database; one connection per realm and user. */
export function openUserDb(userId: string): UserDb {
  const known = opened.get(userId);
  if (known) return known;
  const db = new UserDb(userId);
  opened.set(userId, db);
  return db;
}
