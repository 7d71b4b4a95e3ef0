/** Of a list of rows as devices tell them, those the server has neither stored nor deleted since, oldest first. */
export const notArrived = (list: string) => `(
  select coalesce(jsonb_agg(r order by r->>'takenAt'), '[]') from jsonb_array_elements(${list}) r
  where not exists (select from referrals x where x.id = (r->>'id')::uuid)
    and not exists (select from referral_tombstones t where t.id = (r->>'id')::uuid))`;

/** After how many days a device is late, by the setting. */
const LATE_DAYS = `coalesce((select value::int from system_settings where key = 'devices.late_days'), 2)`;

/**
 * Devices that hold what the server does not have, or have lost it, as a query. `owed` counts what is still out there since
 * `since`, `lost` what is missing. Few devices have reported any, which an index knows.
 */
export const FIELD = `
  select f.*, f.missing_more + jsonb_array_length(f.missing_rows) as lost,
    f.since < now() - make_interval(days => ${LATE_DAYS}) as is_late
  from (
    select d.*, ${notArrived('d.missing')} as missing_rows,
      jsonb_array_length(o.rows) + greatest(d.waiting + d.refused - jsonb_array_length(d.rows), 0) as owed,
      (o.rows->0->>'takenAt')::timestamptz as since
    from device_reports d cross join lateral (select ${notArrived('d.rows')} as rows) o
    where d.waiting > 0 or d.refused > 0 or d.missing_at is not null
  ) f
  where f.owed > 0 or f.missing_more > 0 or f.missing_rows <> '[]'`;

/** How many devices are late or have lost something, and since when the oldest waits. */
export const LATE_DEVICES = `
  select count(*)::int as devices, min(coalesce(since, missing_at)) as held from (${FIELD}) l
  where is_late or lost > 0`;
