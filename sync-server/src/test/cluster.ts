import { MikroORM } from '@mikro-orm/postgresql';
import { connection } from '../db/orm.ts';

/** The URL of another database in the same cluster. */
export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/**
 * Creates an empty database, or a copy of a template nobody is connected to; `kind` holds options for `create
 * database`.
 */
export async function createDatabase(
  url: string,
  name: string,
  template = 'template0',
  kind = "encoding 'UTF8'",
) {
  await runOnCluster(url, `create database ${name} template ${template} ${kind}`);
}

/** Drops every database whose name begins with this, whoever is connected. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const rows = await runOnCluster(
    url,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows) {
    await runOnCluster(url, `drop database if exists ${datname} with (force)`);
  }
}

async function runOnCluster(url: string, sql: string): Promise<{ datname?: string }[]> {
  const orm = await MikroORM.init({ ...connection(url), discovery: { warnWhenNoEntities: false } });
  try {
    return await orm.em.execute(sql);
  } finally {
    await orm.close(true);
  }
}
