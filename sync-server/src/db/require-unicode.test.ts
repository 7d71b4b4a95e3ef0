import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { parseEnv } from '../../operate/env/env.ts';
import { startServer } from '../../operate/start/server-process.ts';
import { createDatabase, databaseUrl, dropDatabases } from '../test/cluster.ts';

const { url: cluster, template } = inject('database');
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Starts the server on an empty database of this kind. */
async function startOn(kind: string) {
  const name = `${template}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await createDatabase(cluster, name, 'template0', kind);
  cleanUps.push(() => dropDatabases(cluster, name));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-unicode-'));
  cleanUps.push(() => rm(dataDir, { recursive: true }));
  const url = databaseUrl(cluster, name);
  return startServer(parseEnv({ DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0' }));
}

test.each([
  [
    'whose character type is C',
    "encoding 'UTF8' locale_provider libc locale 'C'",
    /\bC\b.*Unicode/,
  ],
  ['in SQL_ASCII', "encoding 'SQL_ASCII' locale_provider libc locale 'C'", /SQL_ASCII.*UTF-8/],
  ['in Latin', "encoding 'LATIN1' locale_provider libc locale 'C'", /LATIN1.*UTF-8/],
  [
    'where I is not the capital of i',
    "encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'tr'",
    /tr.*Unicode/,
  ],
])('the server does not start on a database %s, and says why', async (_, kind, reason) => {
  await expect(startOn(kind)).rejects.toThrow(reason);
});

test('the server starts on a database that knows Unicode', async () => {
  const kind = "encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'";
  await (await startOn(kind)).stop();
});
