/**
 * `npm run proof upgrade-test`: the build of each of the last three releases, or of `-- COMMIT`, and this one on one database while
 * devices send and read.
 * First the older one alone, then both, then this one alone, then both and the older one alone again, as when an upgrade
 * is taken back. Fails if a call failed, or a row was lost or stored twice. `--devices 8`, `--seconds 10` for each step.
 */
import { parseArgs } from 'node:util';
import { databaseUrl, FIRST_ADMIN, makeDataDir } from '../../fixtures/app-process.ts';
import { type ServerProcess, startServerProcess } from '../../fixtures/server-process.ts';
import { runCluster } from '../kills/cluster.ts';
import { type Answers, type Device, makeDevice } from './device.ts';
import { type Checkout, checkOut, lastReleases } from './older-build.ts';
import { serversInTurn } from './servers-in-turn.ts';

const { values, positionals } = parseArgs({
  options: {
    devices: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
  },
  allowPositionals: true,
});
const stepMs = Number(values.seconds) * 1000;
for (const wanted of positionals.length > 0 ? positionals : lastReleases()) {
  const older = await checkOut(wanted);
  try {
    await upgrade(older);
  } finally {
    await older.discard();
  }
}

async function upgrade({ root, commit }: Checkout): Promise<void> {
  const dataDir = await makeDataDir();
  const admin = { ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password };
  const maker = await startServerProcess({ DATA_DIR: dataDir, ...admin }, root);
  const url = await databaseUrl(dataDir);
  await maker.stop();
  const database = await runCluster(dataDir, url);
  const servers = serversInTurn();
  const env = {
    DATABASE_URL: url,
    SESSION_KEYS: 'the same key for both builds',
    DATA_DIR: await makeDataDir(),
    ...admin,
  };
  const start = async (build: string, place?: string) => {
    const startedAt = performance.now();
    const server = await startServerProcess(env, place);
    servers.add(server.origin);
    console.log(`${build} serves, after ${Math.round(performance.now() - startedAt)} ms`);
    return server;
  };
  const stop = async (build: string, server: ServerProcess) => {
    await servers.remove(server.origin);
    await server.stop();
    console.log(`${build} has ended`);
  };
  const step = () => new Promise((resolve) => setTimeout(resolve, stepMs));

  const before = `the older build (${commit})`;
  const first = await start(before, root);
  const answers: Answers = { counts: new Map(), failures: [] };
  const devices: Device[] = [];
  // One by one: each hashes a password.
  while (devices.length < Number(values.devices)) devices.push(await makeDevice(servers, answers));
  let isOver = false;
  const running = Promise.all(devices.map((device) => device.run(() => isOver)));
  await step();
  const now = await start('this build');
  await step();
  await stop(before, first);
  await step();
  const again = await start(`${before}, as when taken back,`, root);
  await step();
  await stop('this build', now);
  await step();
  isOver = true;
  await running;

  const last = await startServerProcess(env);
  servers.add(last.origin);
  const apart = await Promise.all(devices.map((device) => device.findDifferences()));
  await stop(before, again);
  await last.stop();
  const stored = await database.sql<{ id: string }>('select id from referrals');
  await database.discard();

  const acknowledged = devices.flatMap((device) => [...device.acknowledged.keys()]);
  const there = new Set(stored.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !there.has(id));
  const figures = {
    'rows acknowledged': acknowledged.length,
    'rows lost': lost.length,
    'rows stored that nobody was told of, or twice': stored.length - acknowledged.length,
    'rows in which a device and a full read differ': apart.flat().length,
    calls: [...answers.counts.values()].reduce((sum, count) => sum + count, 0),
    'calls that failed': answers.failures.length,
  };
  const counts = [...answers.counts].toSorted(([a], [b]) => a.localeCompare(b));
  console.table(Object.fromEntries(counts));
  console.table(figures);
  for (const failure of answers.failures.slice(0, 20)) console.log(failure);
  const isBad = lost.length + apart.flat().length + answers.failures.length > 0;
  if (isBad || stored.length !== acknowledged.length) process.exitCode = 1;
}
