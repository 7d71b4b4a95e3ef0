import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { DoNotContact } from '@sunloop/shared-types/referrals/do-not-contact.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { type Run } from '../../db/query/statement.ts';
/**
 * Whether a new row `g` may be about somebody who is not to be contacted: by its email, or by a phone that has the last
 * digits of a marked one, or letters and signs by which only `readPhones` can tell. Costs nothing while nobody is marked.
 */
export declare const MAY_BE_MARKED =
  "(lower(g.email) in (select email from do_not_contact)\n  or coalesce((select string_agg(distinct right(p, 4), '|')\n  from do_not_contact, unnest(phones) p) is not null and (regexp_replace(g.phone, '[^0-9]', '', 'g') ~ (select string_agg(distinct right(p, 4), '|')\n  from do_not_contact, unnest(phones) p)\n    or g.phone ~ '[^-0-9 ()+./]'), false))";
type Reach = Pick<PushRow, 'email' | 'phone'>;
/** The phones of a field as they are compared. */
export declare const comparedPhones: (
  written: string | null | undefined,
  country: string,
) => string[];
/** Finds the mark of somebody who is not to be contacted, by email or phone; answers its id. */
export declare function findMarks(run: Run): Promise<(person: Reach) => string | undefined>;
/** Who is not to be contacted, the newest mark first. */
export declare function findDoNotContact(em: SqlEntityManager): Promise<DoNotContact[]>;
/** The mark of a person, by email or phone. */
export declare function findMarkOf(
  em: SqlEntityManager,
  {
    email,
    phone,
  }: {
    email: string;
    phone: string | null;
  },
  country: string,
): Promise<DoNotContact | null>;
/** Whether the row of a call list or of quote requests was not there when its person was marked. */
export declare const isUnmarked: (id: string) => string;
export {};
