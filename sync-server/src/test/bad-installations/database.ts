import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createDatabase, databaseUrl, dropDatabases } from '../cluster.ts';
import { createTestDatabase } from '../database.ts';
import { type BadKinds, changeRows, type Installation, setting } from './installation.ts';

/** The same database with this option of PostgreSQL for each connection. */
const withOption = (option: string, line: RegExp) =>
  [
    line,
    ({ settings }: Installation) => {
      const url = new URL(settings['DATABASE_URL'] ?? '');
      url.searchParams.set('options', `-c ${option}`);
      return { set: { DATABASE_URL: url.href } };
    },
  ] as const;

/** A database of its own, after these statements. */
const spoiledBy = (sql: string, line: RegExp) =>
  [
    line,
    async () => {
      const own = await createTestDatabase();
      onTestFinished(() => own.drop());
      await own.orm.em.fork().execute(sql);
      return { set: { DATABASE_URL: own.url } };
    },
  ] as const;

/** A function of PostgreSQL that answers otherwise, in a schema that is asked first. */
const pretending = (name: string, func: string, line: RegExp) =>
  [
    line,
    async (good: Installation) => {
      await changeRows(
        good,
        `create schema ${name}; create function ${name}.${func}`,
        `drop schema ${name} cascade`,
      );
      const [, spoil] = withOption(`search_path=${name},public,pg_catalog`, line);
      return spoil(good);
    },
  ] as const;

/** A role that may only what these grants say. */
const roleWith = (sql: string, line: RegExp) =>
  [
    line,
    async () => {
      const own = await createTestDatabase();
      const em = own.orm.em.fork();
      const name = new URL(own.url).pathname.slice(1);
      await em.execute(
        `create role "${name}" login password 'secret'; grant select on all tables in schema public to "${name}"; ${sql}`,
      );
      onTestFinished(async () => {
        await em.execute(`drop owned by "${name}"; drop role "${name}"`);
        await own.drop();
      });
      const url = Object.assign(new URL(own.url), { username: name, password: 'secret' });
      return { set: { DATABASE_URL: url.href } };
    },
  ] as const;

const inCluster = (change: (url: URL) => void, line: RegExp) =>
  [
    line,
    ({ settings }: Installation) => {
      const url = new URL(settings['DATABASE_URL'] ?? '');
      change(url);
      return { set: { DATABASE_URL: url.href } };
    },
  ] as const;

/** Databases that are not there, not safe, of another version, or refuse what the server needs. */
export const badDatabases: BadKinds = {
  'the database does not answer': setting(
    { DATABASE_URL: 'postgres://127.0.0.1:9/x' },
    /^bad database: .*ECONNREFUSED.*correct DATABASE_URL/,
  ),
  'the machine of the database has no such name': setting(
    { DATABASE_URL: 'postgres://db.invalid/x' },
    /^bad database: .*db\.invalid.*correct DATABASE_URL/,
  ),
  'the database takes another role': inCluster((url) => {
    url.username = 'nobody';
  }, /^bad database: .*"nobody".*correct DATABASE_URL/),
  'there is no such database': inCluster((url) => {
    url.pathname = '/nowhere';
  }, /^bad database: .*"nowhere" does not exist.*correct DATABASE_URL/),
  'neither DATABASE_URL nor DATA_DIR has a database': [
    /^bad database: there is none in .*, and DATABASE_URL is not set/,
    ({ folder }) => ({ set: { DATABASE_URL: '', DATA_DIR: `${folder}/none` } }),
  ],
  'the database is not in UTF-8': [
    /^bad database: .*is in SQL_ASCII and must be in UTF-8/,
    async ({ settings }) => {
      const url = settings['DATABASE_URL'] ?? '';
      const name = `ascii_${randomUUID().replaceAll('-', '')}`;
      onTestFinished(() => dropDatabases(url, name));
      await createDatabase(url, name, 'template0', "encoding 'SQL_ASCII' locale 'C'");
      return { set: { DATABASE_URL: databaseUrl(url, name) } };
    },
  ],
  'DATABASE_URL leads to a standby': withOption(
    'default_transaction_read_only=on',
    /^bad database: it takes no writes/,
  ),
  'PostgreSQL is too old': pretending(
    'old',
    `current_setting(text) returns text language sql as $$
       select case $1 when 'server_version_num' then '140012' else pg_catalog.current_setting($1) end $$`,
    /^bad database: PostgreSQL .* is too old/,
  ),
  'the clock of the database is off': pretending(
    'late',
    `clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() - interval '1 minute' $$`,
    /^bad clock: the database's is (59|6\d)\d{3} ms off/,
  ),
  'fsync is off': [/^bad database: fsync is off/, () => ({})],
  'full_page_writes is off': [/^bad database: full_page_writes is off/, () => ({})],
  'synchronous_commit is off': withOption(
    'synchronous_commit=off',
    /^bad database: synchronous_commit is off/,
  ),
  'the database takes too few connections': setting(
    { DATABASE_POOL_SIZE: '5000' },
    /^bad connections: 1 processes of \d+ .* raise max_connections/,
  ),
  'the database is empty': spoiledBy(
    'drop schema public cascade; create schema public',
    /^warn migrations: the database is empty/,
  ),
  'the database is of an older build': spoiledBy(
    'delete from mikro_orm_migrations where id = 1',
    /^warn migrations: 1 wait/,
  ),
  'the database is of a newer build': spoiledBy(
    "update mikro_orm_migrations set name = 'Migration999Later' where id = 1",
    /^bad migrations: .*newer version \(Migration999Later\)/,
  ),
  'the role is a superuser': [/^warn rights: the role is a superuser/, () => ({})],
  'the role may not create tables': roleWith('', /^bad rights: it may not create tables/),
  'the role may not create databases': roleWith('', /^bad rights: .* may not create databases/),
  'the role may not see which cluster it is in': roleWith(
    'revoke execute on function pg_control_system() from public',
    /^warn rights: pg_control_system\(\) is refused/,
  ),
  'the role may not see where the log is': roleWith(
    'revoke execute on function pg_walfile_name(pg_lsn) from public',
    /^warn rights: pg_walfile_name\(\) is refused/,
  ),
};
