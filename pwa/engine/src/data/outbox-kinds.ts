import { ACTS_BATCH_ROWS, PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type { ReferralAct, ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import { customerOf, type TakenPushRow } from './taken-row.ts';

/** What an admin does to one referral. */
export interface ActRow {
  /** The key of this act, not of the referral; the server does it once under this key. */
  id: string;
  /** What the act is called: 'Completed for Ada Lovelace'. */
  name: string;
  /** Id of the referral. */
  email: string;
  /** The name of the person referred. */
  who: string;
  /** The referral as the admin saw it, to be shown while this waits; not written by older builds. */
  referral?: AdminReferral | undefined;
  act: ReferralAct;
  /** What the person has wanted since this act was tried; sent once the server has answered this one. Calls have none. */
  next?: ReferralChange | undefined;
}

/** Somebody's sealed file: nothing of it can be read here but how many referrals it holds. */
export interface SealedRow {
  id: string;
  /** What it is called. */
  name: string;
  email: '';
  /** Earlier builds ask it of every row that is no new referral. */
  act: { act: 'carry'; id: string };
  sealed: string;
}

/** What every entry has, whatever it holds. */
interface EntryFields {
  key: number;
  /** Epoch milliseconds, like every time in these tables. */
  savedAt: number;
  /** How often a request for the first rows failed while our server answered others. */
  attempts: number;
  triedAt?: number;
  /** Not to be sent before this time; set once the entry has stepped behind the others. */
  nextAt?: number;
  lastProblem?: string;
  /** Rows of one request; halved when a whole request is refused or fails alone. */
  chunk?: number;
  /** Key of the entry these rows were saved in, once they have stepped behind the others. */
  firstKey?: number;
  /** Rows before these that have left that entry; with the key, it gives their order. */
  offset?: number;
  /** The file the rows came from; a key of `uploads`. */
  uploadId?: string;
  /** The server had acknowledged its rows and lost them; the device sends them again by itself (rule 38). */
  isAgain?: boolean;
  /** When its rows were last handed over for somebody else to carry. */
  handedAt?: number;
}

/** An entry as it is written: with rows that could not be parked, or for a newer build, as they were. */
export type WrittenEntry = Omit<EntryFields, 'key'> & {
  key?: number;
  v: number;
  rows: readonly unknown[];
};

interface Traits {
  /** New referrals, an admin's changes of referrals, or somebody's sealed file. Only new referrals are cells of a saved file. */
  holds: 'referrals' | 'acts' | 'files';
  /** The most rows of a new entry, and of a request. */
  mostRows: number;
  /** Nothing goes beside its requests, because it may depend on them. */
  goesAlone: boolean;
}

function kind<const Number extends number, Row>(
  number: Number,
  row: v.GenericSchema<Row>,
  traits: Traits,
) {
  /** Tells rows that can be sent from those that cannot be read, which are kept as stored. */
  const read = (stored: WrittenEntry & { key: number }) => {
    const rows: Row[] = [];
    const damaged: unknown[] = [];
    for (const each of stored.rows) {
      if (v.is(row, each)) rows.push(each);
      else damaged.push(each);
    }
    const entry: EntryFields & { v: Number; rows: Row[] } = { ...stored, v: number, rows };
    return { entry, damaged };
  };
  return { v: number, ...traits, read };
}

/** Only what sending needs: the server judges the values of a row. */
const rowOf = <Row>(schema: v.GenericSchema) => v.custom<Row>((row) => v.is(schema, row));
const Named = v.looseObject({ id: Id, name: v.string(), email: v.string() });
const actsOf = (...acts: string[]) =>
  v.looseObject({ ...Named.entries, act: v.looseObject({ act: v.picklist(acts), id: Id }) });

const ANY_ACT = rowOf<ActRow>(actsOf('status', 'delete', 'call'));
const BESIDE = { mostRows: PUSH_MAX_ROWS, goesAlone: false } as const;
const ALONE = { mostRows: ACTS_BATCH_ROWS, goesAlone: true } as const;

/**
 * All that waits in the outbox, by its number on disk. A number is never used again, and builds leave alone those they do
 * not know: what they would send as something else gets a new one. A new kind is a line here, one in `kindOfRow`, and a
 * sender in `sync/send/senders.ts`, which the compiler asks for.
 */
export const OUTBOX_KINDS = {
  /** One's own referrals. */
  own: kind(1, rowOf<PushRow>(Named), { holds: 'referrals', ...BESIDE }),
  acts: kind(2, ANY_ACT, { holds: 'acts', ...ALONE }),
  calls: kind(3, ANY_ACT, { holds: 'acts', ...ALONE }),
  sealed: kind(4, rowOf<SealedRow>(actsOf('carry')), { holds: 'files', ...ALONE }),
  /** Referrals taken for a customer. */
  onBehalf: kind(5, rowOf<TakenPushRow>(Named), { holds: 'referrals', ...ALONE }),
};

type Kinds = typeof OUTBOX_KINDS;
export type KindName = keyof Kinds;
export type EntryOf<Name extends KindName> = {
  [One in Name]: ReturnType<Kinds[One]['read']>['entry'];
}[Name];
/** A batch that waits for the server; rows of a newer build, and damaged ones, may be anything. */
export type OutboxEntry = EntryOf<KindName>;
export type OutboxRow = OutboxEntry['rows'][number];

const ALL = Object.values(OUTBOX_KINDS);
const BY_NUMBER = new Map<number, Kinds[KindName]>(ALL.map((one) => [one.v, one]));

/** The greatest number this build knows; greater ones are of newer builds. */
export const NEWEST_KIND = Math.max(...BY_NUMBER.keys());

/** The numbers of the kinds that hold this. */
export const numbersOf = (holds: Traits['holds']): number[] =>
  ALL.filter((one) => one.holds === holds).map((one) => one.v);

/** Undefined for an entry of another build. */
export const kindOf = (entry: { v: number }): Kinds[KindName] | undefined => BY_NUMBER.get(entry.v);

/** The kind of entry in which a row waits. */
export function kindOfRow(row: OutboxRow): Kinds[KindName] {
  if ('sealed' in row) return OUTBOX_KINDS.sealed;
  if ('act' in row) return row.act.act === 'call' ? OUTBOX_KINDS.calls : OUTBOX_KINDS.acts;
  return customerOf(row) ? OUTBOX_KINDS.onBehalf : OUTBOX_KINDS.own;
}

/** Whether an entry is of one of these kinds. */
export function isOf<Name extends KindName>(
  entry: OutboxEntry,
  ...names: readonly Name[]
): entry is EntryOf<Name> {
  return names.some((name) => OUTBOX_KINDS[name].v === entry.v);
}
