import { routes } from '@sunloop/shared-types/routes.ts';
import { openProfile } from '../../devices/profile.ts';
import type { BenchWorld } from '../bench-world.ts';
import { openBenchLine, untilCalm } from '../line.ts';
import { untilHeld } from '../until-tidy.ts';
import { type QueuedDevice, type Queueing, regain } from './app-device.ts';
import type { Engine } from './engine-page.ts';
import { watchQueue } from './watch-queue.ts';

const PAGE =
  '<!doctype html><title>Engine</title><script type="module" src="/bench-engine.js"></script>';

/** Queues the rows without signal in a page in which the app's engine runs and nothing is shown (`buildEngine`). */
export async function queueInEngine(
  { app }: BenchWorld,
  { person, rows, stored, script }: Queueing & { readonly script: string },
): Promise<QueuedDevice> {
  const line = await openBenchLine(app.port);
  const profile = await openProfile(line.origin);
  const { context } = profile;
  const close = async () => {
    await profile.close();
    await line.close();
  };
  try {
    const { email, password } = person;
    await context.request.post(routes.logIn.path, { data: { email, password } });
    const page = await context.newPage();
    await page.route('/bench-engine', (route) =>
      route.fulfill({ contentType: 'text/html', body: PAGE }),
    );
    await page.route('/bench-engine.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto('/bench-engine');
    await page.waitForFunction(() => 'engine' in window);
    await page.evaluate(() => (window as unknown as { engine: Engine }).engine.start());
    await untilHeld(page, person.id, stored);
    await untilCalm(line);
    line.shut();
    await context.setOffline(true);
    const savedMs = await page.evaluate(async (queued) => {
      const startedAt = performance.now();
      await (window as unknown as { engine: Engine }).engine.queue(queued);
      return performance.now() - startedAt;
    }, rows);
    const replay = async (speed: 'fast' | 'slow') => {
      await watchQueue(page, { database: `referrals-${person.id}`, store: 'outbox' });
      return regain(page, line, { speed, rows });
    };
    return { savedMs, replay, close };
  } catch (error) {
    await close();
    throw error;
  }
}
