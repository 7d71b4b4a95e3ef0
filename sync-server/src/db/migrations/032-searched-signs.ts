import { Migration } from '@mikro-orm/migrations';

/**
 * Spaces and signs are letters in the text a search looks through: trigrams do not reach across words, so that of several
 * short ones (`5 5 5`, `jo an`) thousands of rows had to be read to find few. Folded text has no capitals of its own.
 */
export class Migration032SearchedSigns extends Migration {
  override up(): void {
    this.addSql(`
      create function searched(content text) returns text language sql immutable parallel safe
      return translate(folded(content), ' .@-+''_', 'XQZJKVW');
    `);
    // As in migration 030 but for the content.
    this.addSql(`
      create or replace view referral_keys as
      select r.id, r.user_id, r.version, u.version as referrer_version,
        array_position(array['submitted', 'contact_made', 'in_progress', 'completed'], r.status)::smallint
          as status,
        reward_cents(r.reward) as cents,
        r.date, r.created_at, r.updated_at,
        sort_key(r.name) collate "C" as name,
        lower(r.email) collate "C" as email,
        sort_key(coalesce(r.phone, '')) collate "C" as phone,
        sort_key(coalesce(r.address, '')) collate "C" as address,
        sort_key(u.username) collate "C" as referrer,
        sort_key(u.email) collate "C" as referrer_email,
        case when length(d.digits) < 6 then '' else right(d.digits, 10) end as phone_tail,
        searched(concat_ws(E'\\n', replace(r.name, E'\\n', ' '), r.email, replace(r.phone, E'\\n', ' '),
          nullif(d.digits, r.phone), u.username, u.email)) as content
      from referrals r join users u on u.id = r.user_id
      cross join lateral (select regexp_replace(coalesce(r.phone, ''), '[^0-9]', '', 'g') as digits) d;
    `);
    // All in one go, which is faster than row by row: the indexes are made anew.
    this.addSql(`
      alter table referral_search alter content type text using searched(content);
      analyze referral_search;
    `);
  }
}
