import type { Orm } from '../../src/db/orm.ts';
import { findDifferences } from './compare.ts';
import { DamagedBackup } from './format.ts';
import { fill } from './load-backup.ts';
import { type BackupFile, examineBackup } from './read-backup.ts';

/** A backup cannot be tried on this database server, now or later. */
export class CannotTry extends Error {}

interface Trial {
  /** The database that was saved. */
  readonly orm: Orm;
  /** Opens another database of its server. */
  readonly openOther: (name: string) => Promise<Orm>;
  readonly signal?: AbortSignal;
}

/**
 * Restores a backup into a scratch database of the same server, compares each table with what the backup says of it and
 * drops the database. Throws `DamagedBackup` if anything differs and `CannotTry` if no database may be created. One at a
 * time: the database has a fixed name, so that the next trial removes what a killed one left.
 */
export async function tryBackup(trial: Trial, backup: BackupFile): Promise<void> {
  const examined = await examineBackup(backup);
  const { name, create } = await describeScratch(trial.orm);
  await runAlone(trial.orm, `drop database if exists "${name}" with (force)`);
  try {
    await runAlone(trial.orm, create);
    // A crash may cost it what it likes, so nothing waits for the disk or a standby.
    await runAlone(trial.orm, `alter database "${name}" set synchronous_commit = off`);
    const scratch = await trial.openOther(name);
    try {
      const { signal } = trial;
      await fill(scratch, scratch.em.fork(), { backup, examined, ...(signal && { signal }) });
      requireSame(backup.file, await findDifferences(scratch, examined.sums));
    } finally {
      await scratch.close(true);
    }
  } finally {
    await runAlone(trial.orm, `drop database if exists "${name}" with (force)`);
  }
}

function requireSame(file: string, differences: readonly string[]): void {
  if (differences.length === 0) return;
  throw new DamagedBackup(
    `${file} was restored otherwise than it was saved: ${differences.join('; ')}`,
  );
}

interface Place {
  readonly name: string;
  readonly role: string;
  readonly mayCreate: boolean;
  readonly provider: string;
  readonly locale: string | null;
  readonly collate: string;
  readonly ctype: string;
}

// Read through JSON, because the locale's column has different names in different versions of PostgreSQL.
const PLACE = `
  select left(datname, 45) || '_backup_trial' as name, rolname as role, rolcreatedb or rolsuper as "mayCreate",
    datlocprovider::text as provider, datcollate as collate, datctype as ctype,
    coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') as locale
  from pg_database d, pg_roles r where datname = current_database() and rolname = current_user`;

/** The scratch database compares texts as the one that was saved does. */
async function describeScratch(orm: Orm): Promise<{ name: string; create: string }> {
  const [place] = await orm.em.fork().execute<Place[]>(PLACE);
  if (!place) throw new Error('the database did not describe itself');
  const { name, role } = place;
  if (!place.mayCreate) {
    const cure = `alter role "${role}" createdb`;
    throw new CannotTry(
      `the database user ${role} may not create a database to restore into: ${cure}`,
    );
  }
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const own = [`lc_collate ${quoted(place.collate)}`, `lc_ctype ${quoted(place.ctype)}`];
  if (place.provider === 'i')
    own.push(`locale_provider icu icu_locale ${quoted(place.locale ?? '')}`);
  if (place.provider === 'b')
    own.push(`locale_provider builtin builtin_locale ${quoted(place.locale ?? '')}`);
  return {
    name: name.replaceAll('"', '""'),
    create: `create database "${name.replaceAll('"', '""')}" template template0 encoding 'UTF8' ${own.join(' ')}`,
  };
}

/** Outside of a transaction, as making and dropping databases demands. */
async function runAlone(orm: Orm, sql: string): Promise<void> {
  await orm.em.fork().execute(sql);
}
