import { Migration } from '@mikro-orm/migrations';

/** Combining marks of the scripts that write accents with them. */
const MARKS = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]';
const AMOUNT =
  '^(-?)\\$([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\\.([0-9]{1,2}))?(?:[,;:.]?\\s+(?![0-9\\s])[^$€£¥]*)?$';
const MULTIPLIED = '^-?\\$[0-9,.]+[,;:.]?\\s+(k|m|mio|hundred|thousand|million)\\M';

/** Sort keys of everybody's referrals, each with an index. Everything the other filters need is in each of them. */
const SORTED = [
  'name',
  'email',
  'phone',
  'referrer',
  'status',
  'cents',
  'date',
  'referrer_email',
  'address',
  'updated_at',
];

/** What a page can be narrowed by within an index. */
const FILTERS = ['status', 'date', 'is_duplicate'];
/** The same person at another referrer is looked for by email; some days' rows are also sorted by their last change. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  email: ['user_id'],
  date: ['updated_at'],
};

/**
 * The search table also holds the sort keys of everybody's referrals, so that each page of the admins' list is read by an
 * index whatever its order (`referral_keys` says how a key is made). A push writes none of these indexes: housekeeping
 * fills the table. Two indexes that served only the admins' list go from `referrals`.
 */
export class Migration030SortedReferrals extends Migration {
  override up(): void {
    // What is normalized is bounded, since that takes time quadratic in accents.
    this.addSql(`
      create function folded(content text) returns text language plpgsql immutable parallel safe as $$
      begin
        if octet_length(content) = length(content) then return lower(content); end if;
        return lower(regexp_replace(normalize(content, nfd), '${MARKS}', '', 'g'));
      end $$;
      create function sort_key(content text) returns text language sql immutable parallel safe
      return left(folded(left(content, 200)), 100);
    `);
    // As the app reads amounts (DESIGN, Rewards).
    this.addSql(`
      create function reward_cents(reward text) returns bigint language plpgsql immutable parallel safe as $$
      declare
        amount text := btrim(normalize(left(reward, 200), nfkc), E' \\t\\n\\r');
        parts text[] := regexp_match(amount, '${AMOUNT}');
        dollars text := replace(parts[2], ',', '');
      begin
        if parts is null or amount ~* '${MULTIPLIED}' or length(dollars) > 13 then return 0; end if;
        return (parts[1] || dollars || rpad(coalesce(parts[3], ''), 2, '0'))::bigint;
      end $$;
    `);
    this.addSql(`
      create view referral_keys as
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
        folded(concat_ws(E'\\n', replace(r.name, E'\\n', ' '), r.email, replace(r.phone, E'\\n', ' '),
          nullif(d.digits, r.phone), u.username, u.email)) as content
      from referrals r join users u on u.id = r.user_id
      cross join lateral (select regexp_replace(coalesce(r.phone, ''), '[^0-9]', '', 'g') as digits) d;
    `);
    this.addSql(`
      drop table referral_search;
      drop function searched_email, searched_phone;
      create table referral_search (
        id uuid primary key,
        user_id uuid not null,
        status smallint not null,
        cents bigint not null,
        date timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        name text collate "C" not null,
        email text collate "C" not null,
        phone text collate "C" not null,
        address text collate "C" not null,
        referrer text collate "C" not null,
        referrer_email text collate "C" not null,
        phone_tail text not null,
        content text not null,
        is_duplicate boolean not null default false
      );
      update referral_search_mark set version = pg_snapshot_xmin(pg_current_snapshot());
      insert into referral_search
      select id, user_id, status, cents, date, created_at, updated_at, name, email, phone, address,
        referrer, referrer_email, phone_tail, content
      from referral_keys;
      update referral_search set is_duplicate = true
      where email in (select email from referral_search group by email having count(*) > 1)
        or phone_tail in (select phone_tail from referral_search where phone_tail <> ''
          group by phone_tail having count(distinct user_id) > 1);
    `);
    // A number that is nobody's, such as 000 000, may be in many rows of one user.
    this.addSql(`
      create index referral_search_phone on referral_search (phone_tail, user_id) where phone_tail <> '';
      create index referral_search_duplicate on referral_search (created_at, id) where is_duplicate;
      create index referral_search_late on referral_search (created_at, id)
        where created_at - date > interval '15 minutes';
      create index referral_search_by_created_at on referral_search (created_at, id)
        include (${FILTERS.join(', ')});
    `);
    for (const key of SORTED) {
      const beside = [...FILTERS.filter((name) => name !== key), ...(BESIDE[key] ?? [])];
      this.addSql(`
        create index referral_search_by_${key} on referral_search (${key}, created_at, id)
          include (${beside.join(', ')});
      `);
    }
    // Without pg_trgm (migration 006), search still works but reads the whole table.
    this.addSql(`
      do $$
      begin
        create index referral_search_content on referral_search using gin (content gin_trgm_ops)
          with (fastupdate = on, gin_pending_list_limit = 65536);
      exception
        when undefined_object then
          raise notice 'no pg_trgm here: searching referrals will read the whole table';
      end $$;
    `);
    // How late referrals are is told by no column, and the planner would guess a third of all.
    this.addSql(`
      create statistics referral_search_lateness on (created_at - date) from referral_search;
      analyze referral_search;
    `);
    this.addSql(`drop index referrals_newest, referrals_status_newest`);
    this.#leaveSearch();
    this.#countByStatus();
  }

  /** What is changed or erased leaves the table at once, and others stop being marked because of it. */
  #leaveSearch(): void {
    this.addSql(`
      drop trigger referrals_leave_search_changed on referrals;
      create trigger referrals_leave_search_changed
        after update of name, email, phone, address on referrals for each row
        when ((old.name, old.email, old.phone, old.address)
          is distinct from (new.name, new.email, new.phone, new.address))
        execute function leave_search();
      create function referrer_leaves_search() returns trigger language plpgsql as $$
      begin
        delete from referral_search s using referrals r where r.user_id = old.id and s.id = r.id;
        return null;
      end $$;
      create trigger users_leave_search after update of username, email on users for each row
        when ((old.username, old.email) is distinct from (new.username, new.email))
        execute function referrer_leaves_search();
    `);
    // Parallel unsafe, so that no page is read by several processes: starting them takes longer than reading it.
    this.addSql(`
      create function is_referred_by_others(of_email text, of_phone_tail text, of_user uuid)
      returns boolean language sql stable parallel unsafe
      return exists (select from referral_search where email = of_email collate "C" and user_id <> of_user)
        or of_phone_tail <> '' and (
          exists (select from referral_search
            where phone_tail = of_phone_tail and phone_tail <> '' and user_id < of_user)
          or exists (select from referral_search
            where phone_tail = of_phone_tail and phone_tail <> '' and user_id > of_user));
      create function unmark_duplicates() returns trigger language plpgsql as $$
      begin
        update referral_search set is_duplicate = false
        where is_duplicate and email = old.email
          and not is_referred_by_others(email, phone_tail, user_id);
        -- Of a number that many have, the rest is looked at only when one referrer is left with it.
        if old.phone_tail <> '' and (select min(user_id::text) = max(user_id::text) from (
            (select user_id from referral_search
              where phone_tail = old.phone_tail and phone_tail <> '' order by user_id limit 1)
            union all
            (select user_id from referral_search
              where phone_tail = old.phone_tail and phone_tail <> '' order by user_id desc limit 1)) ends)
        then
          update referral_search set is_duplicate = false
          where is_duplicate and phone_tail = old.phone_tail and phone_tail <> ''
            and not is_referred_by_others(email, phone_tail, user_id);
        end if;
        return null;
      end $$;
      create trigger referral_search_unmark_duplicates after delete on referral_search for each row
        when (old.is_duplicate) execute function unmark_duplicates();
    `);
  }

  /** Counts of the two statuses between submitted and completed; `submitted` stays the count of all. */
  #countByStatus(): void {
    this.addSql(`
      alter table referral_counts
        add contact_made integer not null default 0,
        add in_progress integer not null default 0;
      update referral_counts c set contact_made = r.contact_made, in_progress = r.in_progress
      from (select user_id, count(*) filter (where status = 'contact_made') as contact_made,
          count(*) filter (where status = 'in_progress') as in_progress
        from referrals group by user_id) r
      where r.user_id = c.user_id;
    `);
    const deltas = (sign: string, rows: string) =>
      `select user_id, ${sign}1 as submitted, ${sign}(status = 'completed')::int as completed,
        ${sign}(status = 'contact_made')::int as contact_made,
        ${sign}(status = 'in_progress')::int as in_progress from ${rows}`;
    const [added, removed] = [deltas('', 'added'), deltas('-', 'removed')];
    for (const [name, changes] of [
      ['added', added],
      ['removed', removed],
      ['changed', `${added} union all ${removed}`],
    ] as const) {
      this.addSql(`
        create or replace function referrals_count_${name}() returns trigger language plpgsql as $$
        begin
          insert into referral_counts as c (user_id, submitted, completed, contact_made, in_progress)
          select user_id, sum(submitted), sum(completed), sum(contact_made), sum(in_progress)
          from (${changes}) d
          group by user_id
          having sum(submitted) <> 0 or sum(completed) <> 0 or sum(contact_made) <> 0 or sum(in_progress) <> 0
          order by user_id
          on conflict (user_id) do update set
            submitted = c.submitted + excluded.submitted,
            completed = c.completed + excluded.completed,
            contact_made = c.contact_made + excluded.contact_made,
            in_progress = c.in_progress + excluded.in_progress;
          return null;
        end $$;
      `);
    }
  }
}
