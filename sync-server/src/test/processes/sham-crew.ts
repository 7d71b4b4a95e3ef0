import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { runUntilSignal } from '../../../operate/start/run.ts';
import { Crew } from '../../../operate/workers/crew.ts';
import { tell } from '../../../operate/workers/orders.ts';
import { startWorker } from '../../../operate/workers/start-worker.ts';

// Two workers that serve nobody, under the real supervision. They do not start while there is a file BROKEN, or only open
// their port if it says so, and end soon with IS_SHORT_LIVED. With IS_STRUCK the second is killed before it serves.
// `workers.test.ts` starts it.
const SOON_MS = 50;

if (cluster.isWorker) serveNobody();
else await runUntilSignal(supervise);

function serveNobody(): void {
  process.on('message', ({ kind }: { kind: string }) => kind === 'stop' && process.exit());
  const broken = process.env['BROKEN'] ?? '';
  if (existsSync(broken)) {
    if (readFileSync(broken, 'utf8') === 'opens')
      createServer().listen(0, () => setImmediate(() => process.exit(3)));
    else tell({ kind: 'failed', text: 'this build is broken' });
    return;
  }
  if (process.env['IS_STRUCK'] !== undefined && cluster.worker?.id === 2)
    process.kill(process.pid, 'SIGKILL');
  const told = { origin: '', firstAdmin: undefined, rights: undefined, user: undefined };
  tell({ kind: 'ready', told });
  if (process.env['IS_SHORT_LIVED'] !== undefined) setTimeout(() => process.exit(3), SOON_MS);
}

async function supervise() {
  const lost = Promise.withResolvers<Error>();
  const crew = new Crew({
    count: 2,
    start: () => startWorker({ sessionKeys: [], embedded: undefined }),
    onFirst: () => {},
    log: pino(),
    onLost: lost.resolve,
    firstPauseMs: 1,
  });
  await crew.start();
  process.stdout.write('Sunloop is ready\n');
  return { lost: lost.promise, renew: () => void crew.renew(), stop: () => crew.stop() };
}
