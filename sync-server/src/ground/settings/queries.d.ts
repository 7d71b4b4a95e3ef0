import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { HelpContact } from '@sunloop/shared-types/program/ladder.ts';
import type { Ladder } from '@sunloop/shared-types/program/own-ladder.ts';
/** Where phones without a country code are (ISO 3166, alpha-2). */
export declare function findDefaultCountry(em: SqlEntityManager): Promise<string>;
/** Whom people may call or write to, also before they sign in. */
export declare function findHelpContact(em: SqlEntityManager): Promise<HelpContact>;
/** Whether referrals without the friend's permission are refused. */
export declare const IS_PERMISSION_NEEDED =
  "select exists (\n  select from system_settings where key = 'referrals.permission' and value = 'required')";
type RewardWords = Pick<Ladder, 'whenPaid' | 'usual'>;
/** What the operator tells customers about the time until a reward. */
export declare function findRewardWords(em: SqlEntityManager): Promise<RewardWords>;
export {};
