import type { SqlEntityManager } from '@mikro-orm/postgresql';

interface Other {
  readonly name: string;
  readonly address: string;
}

// A command names its connections; whoever has another name is a server, a pooler or a person.
const OTHERS = `
  select distinct application_name as name, coalesce(host(client_addr), 'this machine') as address
  from pg_stat_activity
  where datname = current_database() and usename = current_user and backend_type = 'client backend'
    and application_name <> current_setting('application_name')`;

/** Throws if anybody else is connected to the database as its user, as every server is for as long as it runs. */
export async function requireAlone(em: SqlEntityManager): Promise<void> {
  const others = await em.execute<Other[]>(OTHERS);
  if (others.length === 0) return;
  const list = others.map(({ name, address }) => `${name || 'a server'} from ${address}`);
  throw new Error(
    `Others are connected to this database: ${list.join(', ')}. Stop every server first, and what holds connections for them`,
  );
}
