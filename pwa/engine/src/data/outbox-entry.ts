import { ACTS_BATCH_ROWS, PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import {
  ACTS_VERSION,
  CALLS_VERSION,
  HANDOVER_VERSION,
  type OutboxEntry,
  TAKEN_VERSION,
} from './user-db.ts';

export const ENTRY_VERSION = 1;

/** Pure steps from an older shape to the next: `UPGRADES[n]` makes version n + 1. A shipped step is never edited. */
const UPGRADES: Readonly<Record<number, (entry: object) => object>> = {};

/** Only what sending needs: the server judges the values of a row, not this schema. */
const StoredRow = v.looseObject({ id: Id, name: v.string(), email: v.string() });
const StoredAct = v.looseObject({
  ...StoredRow.entries,
  act: v.looseObject({ act: v.picklist(['status', 'delete', 'call', 'carry']), id: Id }),
});

const StoredEntry = v.looseObject({
  key: v.number(),
  v: v.picklist([ENTRY_VERSION, ACTS_VERSION, CALLS_VERSION, HANDOVER_VERSION, TAKEN_VERSION]),
  rows: v.array(v.unknown()),
  savedAt: v.number(),
  attempts: v.number(),
});

export interface DecodedEntry {
  entry: OutboxEntry;
  /** Rows that can no longer be read, as stored. */
  damaged: unknown[];
}

/** Reads a stored entry of this or an older version; undefined if nothing of it can be read. */
export function decodeEntry(stored: unknown, upgrades = UPGRADES): DecodedEntry | undefined {
  const parsed = v.safeParse(StoredEntry, upgradeEntry(stored, upgrades));
  if (!parsed.success) return undefined;
  const schema = isOfPeople(parsed.output) ? StoredRow : StoredAct;
  const byUse = Map.groupBy(parsed.output.rows, (row) => v.is(schema, row));
  // The rows were just checked for what sending needs; the server judges their values.
  const rows = (byUse.get(true) ?? []) as PushRow[];
  return { entry: { ...parsed.output, rows }, damaged: byUse.get(false) ?? [] };
}

/** Whether an entry holds new referrals, one's own or taken for others, and neither acts nor a sealed file. */
export const isOfPeople = ({ v }: Pick<OutboxEntry, 'v'>) =>
  v === ENTRY_VERSION || v === TAKEN_VERSION;

/** An entry written by a newer build waits for that build; it is not damaged. */
export function isFromNewerBuild(stored: unknown): boolean {
  const version = versionOf(stored);
  return version !== undefined && version > TAKEN_VERSION;
}

/**
 * Rows of the next request of this entry. A healthy entry is sent whole, unless it holds too many acts or rows taken for
 * others, or the connection takes fewer (`most`).
 */
export function nextRows(entry: OutboxEntry, most: number): PushRow[] {
  const whole = entry.v >= ACTS_VERSION ? ACTS_BATCH_ROWS : PUSH_MAX_ROWS;
  return entry.rows.slice(0, Math.min(entry.chunk ?? whole, whole, most));
}

/** An entry on which a step fails counts as unreadable, which parks it. */
function upgradeEntry(stored: unknown, upgrades: typeof UPGRADES): unknown {
  const version = versionOf(stored);
  const upgrade = version === undefined ? undefined : upgrades[version];
  if (!upgrade) return stored;
  try {
    return upgradeEntry(upgrade(stored as object), upgrades);
  } catch {
    return undefined;
  }
}

function versionOf(stored: unknown): number | undefined {
  const parsed = v.safeParse(v.looseObject({ v: v.number() }), stored);
  return parsed.success ? parsed.output.v : undefined;
}
