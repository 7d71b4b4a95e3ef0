import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type Statement, type Value } from './format-statement.ts';
/** Runs a statement in a transaction or on its own. */
export type Run = <Row extends object>(
  statement: Statement,
  values: readonly Value[],
) => Promise<Row[]>;
/**
 * A list given as a parameter, for `= any(…)`. In a sub-select the planner does not see its length; otherwise
 * it sees that each call's list is shorter than the ten items it assumes, and plans every call again.
 */
export declare function listOf(parameter: string, type: 'uuid' | 'text'): string;
/** A statement and its values. */
export type Call = readonly [Statement, readonly Value[]];
/** Turns names off for poolers that know none (`DATABASE_PREPARED=false`); belongs to the process, as its pools do. */
export declare function nameStatements(isNamed: boolean): void;
/** Defines a statement; each name may stand for only one text. */
export declare function defineStatement(name: string, text: string): Statement;
/** Runs statements in the EntityManager's transaction if it has one, otherwise each on its own. */
export declare function runnerOf(em: SqlEntityManager): Run;
/**
 * Does the work in a new transaction, whose `begin` is sent with the first statement. If the work fails,
 * nothing is stored, and of statements sent together the first that failed says why.
 */
export declare function transact<T>(
  em: SqlEntityManager,
  work: (run: Run) => Promise<T>,
): Promise<T>;
/**
 * Sends a whole transaction at once, so that it costs one round trip to the database; returns its rows by
 * statement. No statement can depend on an earlier one's result; if one fails, nothing is stored.
 */
export declare function transactAtOnce(
  em: SqlEntityManager,
  calls: readonly Call[],
): Promise<object[][]>;
