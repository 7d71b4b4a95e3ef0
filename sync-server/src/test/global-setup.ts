import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../operate/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import { openOrm } from '../../operate/start/open-orm.ts';
import { writeReferenceData } from '../../operate/install/reference-data.ts';
import { createDatabase, databaseUrl, dropDatabases } from './cluster.ts';
import { makeClusterFolder, removeStaleClusters } from './cluster-folders.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The cluster of this run, and the migrated database to copy. */
    database: { url: string; template: string };
  }
}

/**
 * One throw-away cluster for the run (or the one of TEST_DATABASE_URL, whose user may create databases) with one
 * migrated database, which `test/database.ts` copies for each test file.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster();
  const template = `sunloop_test_${randomUUID().replaceAll('-', '')}`;
  try {
    await createDatabase(cluster.url, template);
    await prepareTemplate(databaseUrl(cluster.url, template));
  } catch (error) {
    await dropDatabases(cluster.url, template);
    await cluster.close();
    throw error;
  }
  project.provide('database', { url: cluster.url, template });
  return async () => {
    await dropDatabases(cluster.url, template);
    await cluster.close();
  };
}

async function prepareTemplate(url: string): Promise<void> {
  const orm = await openOrm({ url });
  await migrate(orm);
  await writeReferenceData(orm);
  await orm.close(true);
}

async function openCluster(): Promise<{ url: string; close: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, close: async () => {} };
  await removeStaleClusters();
  const dataDir = await makeClusterFolder();
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { url, stop } = await startEmbeddedPostgres({
      dataDir,
      log: () => {},
      isThrowAway: true,
    });
    return { url, close: () => stop().then(removeFolder) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
