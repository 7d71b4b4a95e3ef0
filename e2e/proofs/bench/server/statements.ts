/** A statement that the contestants of the server bench run: placeholders `$n`, each once and in order. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const isoTime = (column: string, name: string) =>
  `to_char(r.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;

const COLUMNS = [
  'r.id, r.user_id as "userId", r.name, r.email, r.phone, r.address, r.status, r.reward',
  isoTime('date', 'date'),
  isoTime('created_at', 'createdAt'),
  isoTime('updated_at', 'updatedAt'),
].join(', ');

/** Who is asking: every request of every contestant looks this up, as ours must. */
export const SESSION: Statement = {
  name: 'session',
  text: `select u.id as "userId", u.role from sessions s join users u on u.id = s.user_id
    where s.id = $1 and s.expires_at > now() and u.is_active = 'true'`,
};

/** One row or five hundred. */
export const INSERT: Statement = {
  name: 'insert',
  text: `insert into referrals as r (id, user_id, name, email, phone, address, date, status)
    select id, $1::uuid, name, email, phone, address, date, 'submitted'
    from jsonb_to_recordset($2::jsonb)
      as g(id uuid, name text, email text, phone text, address text, date timestamptz)
    on conflict do nothing
    returning ${COLUMNS}`,
};

export const STATS: Statement = {
  name: 'stats',
  text: `select count(*)::int as total, (count(*) filter (where status = 'completed'))::int as completed,
      (select coalesce(sum(amount_cents), 0)::float8 from reward_history where user_id = $1) as cents
    from referrals where user_id = $2`,
};

/** What a device is told of its own person, without what the server knows besides. */
export const USER: Statement = {
  name: 'user',
  text: `select id, username, email, phone, address, avatar, shows_picture as "showsPicture", role,
      is_active as "isActive", referral_code as "referralCode", created_at as "createdAt", updated_at as "updatedAt"
    from users where id = $1`,
};

export const CHECK: Statement = {
  name: 'check',
  text: `update user_achievements set delivered_at = now()
    where id in (select id from user_achievements
        where user_id = $1 and is_earned = 'true' and delivered_at is null for update)
      and delivered_at is null returning id`,
};

export const DELTA: Statement = {
  name: 'delta',
  text: `select pg_snapshot_xmin(pg_current_snapshot())::text as cursor,
    (select coalesce(json_agg(c), '[]') from (select ${COLUMNS} from referrals r
      where r.user_id = $1 and r.version >= $2::xid8) c) as upserts,
    (select coalesce(json_agg(d.id), '[]') from referral_tombstones d
      where d.user_id = $3 and d.version >= $4::xid8) as deletes`,
};
