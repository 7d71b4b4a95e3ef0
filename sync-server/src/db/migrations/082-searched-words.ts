import { Migration } from '@mikro-orm/migrations';

const AMOUNT =
  '^(-?)\\$([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\\.([0-9]{1,2}))?((?:[,;:.]?\\s+(?![0-9\\s])[^$€£¥]*)?)$';
/** Each of these is what `readDollars` of shared-types has, written for PostgreSQL; a test compares the two. */
const CHANGED_NEXT =
  '^[\\s,;:.]*(?:(?:k|m|mm|mn|mio|mil|b|bn|hundreds?|thousands?|millions?|billions?|grand|lakhs?|crores?|percent' +
  '|times|twice|thrice|doubled?|tripled?|or|minus|less|an?|cad|aud|nzd|hkd|sgd|mxn)\\y|to\\s[0-9]|[%/×*@]|[-+–—]\\s*[0-9])';
const CHANGED_LATER =
  '\\y(?:per|each|every|apiece|(?:hour|dai|week|month|quarter|year|annual)ly)\\y|(?:\\y(?:x|times)|[×*])\\s?[0-9]' +
  '|[0-9]\\s?(?:x\\y|[×*])|\\y(?:and|plus|to|or)\\s[0-9][0-9,.]*$';

/** Columns that hold amounts as text, and what the audit log calls those that pay. */
const AMOUNTS = [
  { table: 'reward_tiers', column: 'reward_amount', entity: 'reward_tier' },
  { table: 'reward_history', column: 'amount', entity: 'payout' },
  { table: 'reward_levels', column: 'reward', entity: null },
  { table: 'available_rewards', column: 'amount', entity: null },
  { table: 'referrals', column: 'reward', entity: null },
] as const;

/** Names and emails are searched by words, without apostrophes and hyphens, and amounts read as the app reads them now. */
export class Migration082SearchedWords extends Migration {
  override up(): void {
    this.#searchByWords();
    this.#readAmounts();
    this.#askAtTheLimit();
  }

  #searchByWords(): void {
    this.addSql(`
      create function search_key(folded text, apostrophe text, hyphen text) returns text
      language sql immutable parallel safe
      return btrim(regexp_replace(regexp_replace(regexp_replace(folded,
        '(?<![''-])''(?![''-])', apostrophe, 'g'), '(?<![''-])-(?![''-])', hyphen, 'g'), ' +', ' ', 'g'), ' ');
      create function search_keys(folded text) returns text language sql immutable parallel safe
      return case when folded ~ '[''-]'
        then search_key(folded, '', ' ') || E'\\n' || search_key(folded, ' ', '') else folded end;
    `);
    // As in migration 037, but for the keys in 'content'.
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
        concat_ws(E'\\n', search_keys(f.name), search_keys(f.email), f.phone, nullif(d.digits, f.phone),
          search_keys(f.username), search_keys(f.user_email)) as content
      from referrals r join users u on u.id = r.user_id
      cross join lateral (select folded(r.name) as name, folded(r.email) as email,
        folded(coalesce(r.phone, '')) as phone, folded(u.username) as username,
        folded(u.email) as user_email offset 0) f
      cross join lateral (select regexp_replace(f.phone, '[^0-9]', '', 'g') as digits,
        regexp_replace(coalesce(r.phone, ''), '[^0-9]', '', 'g') as plain) d;
    `);
    // Only what has such a sign is written anew; housekeeping reads those phones again.
    this.addSql(`
      update referral_search s set content = k.content, numbers = null
      from referral_keys k
      where k.id = s.id and s.content ~ '[''-]' and (s.name ~ '[''-]' or s.email ~ '[''-]'
        or s.referrer ~ '[''-]' or s.referrer_email ~ '[''-]' or length(s.content) > 300);
    `);
    this.addSql(`
      alter table users drop content,
        add content text generated always as (
          search_keys(folded(username)) || E'\\n' || search_keys(folded(email)) || E'\\n' ||
          search_keys(folded(referral_code)) || E'\\n' || folded(coalesce(phone, '')) || E'\\n' ||
          regexp_replace(folded(coalesce(phone, '')), '[^0-9]', '', 'g')
        ) stored;
    `);
  }

  /** '$300 per kW' is no sum from now on. What such an amount counted as before stays, and its text says so. */
  #readAmounts(): void {
    const reading = (name: string) => `
      create or replace function ${name}(reward text) returns bigint language plpgsql immutable parallel safe as $$
      declare
        amount text := btrim(normalize(left(reward, 200), nfkc), E' \\t\\n\\r');
        parts text[] := regexp_match(amount, '${AMOUNT}');
        dollars text := replace(parts[2], ',', '');
      begin
        if parts is null or length(dollars) > 13 then return 0; end if;
        if parts[4] !~ '^ \\(written as ' and (parts[4] ~* '${CHANGED_NEXT}' or parts[4] ~* '${CHANGED_LATER}') then
          return 0;
        end if;
        return (parts[1] || dollars || rpad(coalesce(parts[3], ''), 2, '0'))::bigint;
      end $$;
    `;
    this.addSql(reading('reward_cents_now'));
    for (const { table, column, entity } of AMOUNTS) {
      const text = `btrim(normalize(${column}, nfkc))`;
      const kept = `regexp_replace(${text}, '^(-?\\$)([0-9](?:[0-9,.]*[0-9])?)(.*)$', '\\1\\2 (written as \\2\\3)')`;
      const changed = `select ${column} from (select distinct ${column} from ${table}) a
        where reward_cents(${column}) <> reward_cents_now(${column})`;
      if (entity)
        this.addSql(`
          insert into audit_logs (id, action, entity, details)
          select gen_random_uuid(), 'amount.read_again', '${entity}',
            format('''%s'' may mean several sums; it is kept as ''%s'', please check it', ${column}, ${kept})
          from (${changed}) c;
        `);
      this.addSql(`update ${table} set ${column} = ${kept} where ${column} in (${changed})`);
    }
    this.addSql(reading('reward_cents'));
    this.addSql('drop function reward_cents_now(text)');
  }

  /** Form 1099-NEC is due at the limit, not from the first dollar over it. An operator's own words stay. */
  #askAtTheLimit(): void {
    this.addSql(`
      update system_settings set description = replace(description, 'is paid more than this in a year', 'is paid this or more in a year')
      where key = 'payouts.form_over_dollars';
      update system_settings set updated_at = now(), value = replace(value,
        'before we pay more than $\{payouts.form_over_dollars} in one year',
        'before we pay $\{payouts.form_over_dollars} or more in one year')
      where key = 'pages.terms' and position('before we pay more than $\{payouts.form_over_dollars}' in value) > 0;
    `);
  }
}
