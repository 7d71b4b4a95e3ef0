import { type Run } from '../../db/query/statement.ts';
/** The same for the users that an earlier statement of the transaction put in the setting `sunloop.changed`. */
export declare const EVALUATE_CHANGED: import('../../db/query/format-statement.ts').Statement;
/**
 * Brings the users' achievements up to date with their referrals and ledger. Call it in the transaction that changed
 * those, with the users' rows locked. Source: DESIGN.md, Rewards.
 */
export declare function evaluateAchievements(run: Run, userIds: readonly string[]): Promise<void>;
