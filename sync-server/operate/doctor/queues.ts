import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { bad, type Finding } from './finding.ts';

/** A mail server that is away for a moment is none of anybody's business. */
const WAITED_MAX_HOURS = 2;

interface Waiting {
  readonly isPush: boolean;
  readonly count: number;
  readonly hours: number;
}

// Some wait on purpose, until tomorrow.
const FIND = `
  select subscription_id is not null as "isPush", count(*)::int as count,
    floor(extract(epoch from now() - min(queued_at)) / 3600)::int as hours
  from outgoing_messages where state = 'waiting' and (tries > 0 or due_at <= now()) group by 1`;

/** Whether messages and notifications are sent. */
export async function checkQueues(em: SqlEntityManager): Promise<Finding[]> {
  return (await em.execute<Waiting[]>(FIND))
    .filter(({ hours }) => hours >= WAITED_MAX_HOURS)
    .map(({ isPush, count, hours }) =>
      isPush
        ? bad(
            'push',
            `${count} notifications wait, the first for ${hours} hours: let the server reach the push services`,
          )
        : bad(
            'mail',
            `${count} messages wait, the first for ${hours} hours: the desk's Messages says why`,
          ),
    );
}
