import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferral, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { JsonText } from '../db/query/json-text.ts';
/** Columns of `referrals r` that make a `Referral`; what is not listed here never leaves the server. */
export declare const REFERRAL_COLUMNS: string;
/** A referrer's rows `c`, made of these columns, as the text of a JSON list. Hardly any has a share, so null is left out. */
export declare const OWN_ROWS_AS_TEXT =
  "replace(coalesce(json_agg(c), '[]')::text, ',\"share\":null', '')";
/** The same of a single row. */
export declare const withoutNull: ({ share, ...row }: Referral) => Referral;
/** When the referrer said that the friend agreed, which customers need not be sent. */
export declare const PERMISSION_TIME: string;
/** The same, that time and the referrer: columns of `referrals r join users u`. */
export declare const ADMIN_REFERRAL_COLUMNS: string;
/** What a device sends, for statements that store it: the columns, a `jsonb_to_recordset g` and its values. */
export declare const CONTENT_COLUMNS: string;
export declare const GIVEN_COLUMNS: string;
export declare const GIVEN_VALUES: string;
/** One referral as admins see it. */
export declare function findAdminReferral(
  em: SqlEntityManager,
  id: string,
): Promise<AdminReferral | undefined>;
/** The referrals with these ids that exist, in no particular order. */
export declare function findAdminReferralsById(
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<AdminReferral[]>;
/** All referrals of one user, newest first by `createdAt`, then `id`. */
export declare function findReferralsOf(
  em: SqlEntityManager,
  userId: string,
): Promise<JsonText<Referral[]>>;
