import { Migration } from '@mikro-orm/migrations';

/** Each of these is what `foldText` of shared-types has, written for PostgreSQL; a test compares the two. */
const DROPPED =
  '\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f' +
  '\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\ufe00-\\ufe0f\\ufeff\\ufff0-\\ufffc\\U000e0000-\\U000e0fff';
const BLANKS = '\\u0009-\\u000d \\u0085\\u1680\\u2028\\u2029';
const ZEROS = '٠۰०০੦૦୦௦౦೦൦๐໐၀០';
const DIGITS = [...ZEROS]
  .flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) =>
      String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit),
    ),
  )
  .join('');
const SIGNS = {
  from: 'øłđðħŧŋıĸς`ʹʻʼʽ‘’‛′‵׳“”„‟‐‑‒–—―⁃−־',
  to: `olddhtnikσ${"''".repeat(11)}""""---------`,
};

/**
 * One fold for every search. What was folded before is folded anew: users (locked meanwhile; two seconds for 50,000),
 * and the search table, which is filled as in migration 030.
 */
export class Migration037OneFold extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function folded(content text) returns text language plpgsql immutable parallel safe as $$
      declare
        plain text;
      begin
        if content !~ '[^ -_a-~]|  |^ | $' then return lower(content); end if;
        plain := lower(regexp_replace(normalize(replace(content, '´', ''''), nfkd), '[${DROPPED}]', '', 'g'));
        -- Translating takes ten times as long as looking whether there is something to translate.
        if plain ~ '[${SIGNS.from}]' then plain := translate(plain, '${SIGNS.from}', '${SIGNS.to}'); end if;
        if plain ~ '[${DIGITS}]' then
          plain := translate(plain, '${DIGITS}', '${'0123456789'.repeat(ZEROS.length)}');
        end if;
        if plain ~ '[ßæœþ]' then
          plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        end if;
        return btrim(regexp_replace(plain, '[${BLANKS}]+', ' ', 'g'), ' ');
      end $$;
    `);
    // Each field is folded once and by itself, because a line end tells one from the next. `phone_tail` is not folded: it is
    // replaced by what `readPhones` gives.
    this.addSql(`
      create or replace view referral_keys as
      select r.id, r.user_id, r.version, u.version as referrer_version,
        array_position(array['submitted', 'contact_made', 'in_progress', 'completed'], r.status)::smallint
          as status,
        reward_cents(r.reward) as cents,
        r.date, r.created_at, r.updated_at,
        left(f.name, 100) collate "C" as name,
        lower(r.email) collate "C" as email,
        left(f.phone, 100) collate "C" as phone,
        sort_key(coalesce(r.address, '')) collate "C" as address,
        left(f.username, 100) collate "C" as referrer,
        left(f.user_email, 100) collate "C" as referrer_email,
        case when length(d.plain) < 6 then '' else right(d.plain, 10) end as phone_tail,
        concat_ws(E'\\n', f.name, f.email, f.phone, nullif(d.digits, f.phone), f.username, f.user_email) as content
      from referrals r join users u on u.id = r.user_id
      cross join lateral (select folded(r.name) as name, folded(r.email) as email,
        folded(coalesce(r.phone, '')) as phone, folded(u.username) as username,
        folded(u.email) as user_email offset 0) f
      cross join lateral (select regexp_replace(f.phone, '[^0-9]', '', 'g') as digits,
        regexp_replace(coalesce(r.phone, ''), '[^0-9]', '', 'g') as plain) d;
    `);
    this.addSql(`
      alter table users drop name_key, drop content,
        add name_key text collate "C" generated always as (sort_key(username)) stored,
        add content text generated always as (
          folded(username) || E'\\n' || folded(email) || E'\\n' || folded(referral_code) || E'\\n' ||
          folded(coalesce(phone, '')) || E'\\n' ||
          regexp_replace(folded(coalesce(phone, '')), '[^0-9]', '', 'g')
        ) stored;
    `);
    this.addSql('alter table referral_search add numbers text');
    // Without its indexes, which are made anew afterwards, the table takes a third of the time.
    this.addSql(`
      do $$
      declare
        indexes text[] := array(select indexdef from pg_indexes
          where schemaname = current_schema and tablename = 'referral_search' and indexname <> 'referral_search_pkey');
        one text;
      begin
        for one in select indexname from pg_indexes
          where schemaname = current_schema and tablename = 'referral_search' and indexname <> 'referral_search_pkey'
        loop
          execute format('drop index %I', one);
        end loop;
        truncate referral_search;
        update referral_search_mark set version = pg_snapshot_xmin(pg_current_snapshot());
        insert into referral_search
        select id, user_id, status, cents, date, created_at, updated_at, name, email, phone, address,
          referrer, referrer_email, phone_tail, content
        from referral_keys order by created_at, id;
        update referral_search set is_duplicate = true
        where email in (select email from referral_search group by email having count(*) > 1)
          or phone_tail in (select phone_tail from referral_search where phone_tail <> ''
            group by phone_tail having count(distinct user_id) > 1);
        foreach one in array indexes loop execute one; end loop;
      end $$;
    `);
    // Of these, housekeeping has yet to read the phones; `country` is where it read those without a country code.
    this.addSql(`
      create index referral_search_unread on referral_search (id) where numbers is null;
      alter table referral_search_mark add country text not null default '';
      analyze referral_search;
    `);
  }
}
