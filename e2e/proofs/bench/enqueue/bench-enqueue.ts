import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openProfile } from '../../devices/profile.ts';
import { buildPage } from '../build-page.ts';
import type { Measurements } from '../measurements.ts';
import type { Enqueued } from './enqueue-page.ts';

const ROWS = 10_000;
const PAGE = '<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>';

export const ENQUEUE = `enqueue of ${ROWS}: Sunloop`;
export const BULK_ADD = `enqueue of ${ROWS}: Dexie bulkAdd`;
const UPLOAD = `enqueue of ${ROWS}: Sunloop, a file with ids made of its people`;

/** Part d: the app's own function beside Dexie's, in a browser with a profile on disk. */
export async function benchEnqueue(
  measured: Measurements,
  { runs }: { runs: number },
): Promise<void> {
  const script = await buildPage(entry());
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = await openProfile(`http://localhost:${(server.address() as AddressInfo).port}`);
  try {
    const page = await profile.context.newPage();
    await page.goto('/');
    await page.waitForFunction(() => 'measure' in window);
    // The first turn does not count, because the browser has compiled nothing yet.
    for (let run = -1; run < runs; run += 1) {
      const { enqueueMs, uploadMs, bulkAddMs } = (await page.evaluate((count) => {
        const bench = window as unknown as { measure(count: number): Promise<unknown> };
        return bench.measure(count);
      }, ROWS)) as Enqueued;
      console.log(`enqueue ${enqueueMs} ms, file ${uploadMs} ms, bulkAdd ${bulkAddMs} ms`);
      if (run < 0) continue;
      measured.add(ENQUEUE, 'ms', enqueueMs);
      measured.add(UPLOAD, 'ms', uploadMs);
      measured.add(BULK_ADD, 'ms', bulkAddMs);
    }
  } finally {
    await profile.close();
    server.close();
  }
}

/** The bench does not import the app; its page is built from the app's files, as the app itself is. */
function entry(): string {
  const file = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  return `
    import { enqueue } from ${file('../../../../pwa/engine/src/sync/outbox/enqueue.ts')};
    import { enqueueUpload } from ${file('../../../../pwa/engine/src/sync/outbox/bulk-upload.ts')};
    import { openUserDb } from ${file('../../../../pwa/engine/src/data/user-db.ts')};
    import { measureEnqueue } from ${file('./enqueue-page.ts')};
    const app = { enqueue, enqueueUpload, openDb: openUserDb };
    window.measure = (count) => measureEnqueue(app, count);`;
}
