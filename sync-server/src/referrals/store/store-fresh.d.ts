import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { type Call } from '../../db/query/statement.ts';
/** A row to store, with its final `date`, and its user. */
export interface OwnedRow extends PushRow {
  readonly userId: string;
  readonly date: string;
}
/**
 * Statements that store the new ones among the rows, each once, and update the achievements; for one
 * transaction, sent at once. No two rows may share an id, nor may two rows of one user name the same person.
 * With `skipLocked`, rows of users locked by others are left out instead of waited for. Nothing is stored if the referral
 * `unlessStored` is there: to try 10,000 rows that were sent before took PostgreSQL 100 of 280 ms.
 */
export declare function freshCalls(
  rows: readonly OwnedRow[],
  {
    skipLocked,
    unlessStored,
  }: {
    skipLocked: boolean;
    unlessStored?: string | undefined;
  },
): Call[];
/** New referrals by id, and the number of the transaction that stored them; none if it stored nothing. */
export interface FreshRows {
  readonly created: ReadonlyMap<string, Referral>;
  readonly pushNumber: string | undefined;
}
/** What the statements of `freshCalls` stored. */
export declare function readFresh(
  rows: readonly OwnedRow[],
  answers: readonly (readonly object[])[],
): FreshRows;
/** Whether one statement can store the rows: if some share an id or a person, their order matters. */
export declare function areApart(rows: readonly OwnedRow[]): boolean;
/** A key for a person among a user's referrals. */
export declare function keyOf({ userId, email }: OwnedRow): string;
