import cluster from 'node:cluster';
import { readEnv, type Env } from '../operate/env/env.ts';
import { openLog } from '../operate/start/open-log.ts';
import { runUntilSignal } from '../operate/start/run.ts';
import { tellSystemd } from '../operate/start/tell-systemd.ts';
import type { Readiness } from '../operate/workers/orders.ts';

// Each kind of process loads only what it needs: the supervisor serves nobody.
if (cluster.isWorker) {
  const { runWorker } = await import('../operate/workers/worker.ts');
  await runWorker();
} else {
  await runUntilSignal(async () => {
    const env = readEnv();
    return env.workers > 1 ? startWorkers(env) : startAlone(env);
  });
}

async function startAlone(env: Env) {
  const { startServer } = await import('../operate/start/server-process.ts');
  const server = await startServer(env);
  announce({ ...server, rights: await server.giveUpRoot() });
  const { watchInstallation } = await import('../operate/doctor/watch.ts');
  return watchInstallation(env, server);
}

async function startWorkers(env: Env) {
  const { superviseWorkers } = await import('../operate/workers/supervise.ts');
  const supervised = await superviseWorkers(env, openLog());
  announce(supervised);
  return supervised;
}

function announce({ origin, rights, firstAdmin }: Omit<Readiness, 'user'>): void {
  console.log(`\n  Sunloop is ready: ${origin}\n`);
  tellSystemd();
  if (rights !== undefined) console.log(`  ${rights}\n`);
  if (!firstAdmin) return;
  const { email, password, passwordFile } = firstAdmin;
  console.log(`  First sign-in: ${email}`);
  if (password !== undefined)
    console.log(`  Password:      ${password}  (for a week; kept in ${passwordFile})\n`);
}
