/**
 * `npm run engines`: the app in the three engines that people's browsers have, against the real server behind a network
 * that can be cut. `-- --engine webkit` tries one. Fails if something does not hold in one of them, or one is missing.
 */
import { parseArgs } from 'node:util';
import { startApp } from '../fixtures/app-process.ts';
import { openNetwork } from '../fixtures/network.ts';
import { checkLoads } from './check-loads.ts';
import { type Engine, type EngineName, ENGINES } from './engine.ts';
import { startChromium, startFirefox } from './puppeteer.ts';
import { startWebKit } from './webkit.ts';

const STARTS: Record<EngineName, () => Promise<Engine>> = {
  webkit: startWebKit,
  firefox: startFirefox,
  chromium: startChromium,
};

/** What browsers log for a request without an answer. */
const LOST = /Failed to load resource|NetworkError|Cross-Origin Request Blocked|ServiceWorker/;

async function check(name: EngineName): Promise<void> {
  const app = await startApp();
  const network = await openNetwork(app.port);
  const startedAt = Date.now();
  let engine: Engine | undefined;
  try {
    engine = await STARTS[name]();
    await checkLoads({ engine, app, network });
    const errors = engine.takeErrors().filter((text) => !LOST.test(text));
    if (errors.length > 0) throw new Error(`The console says: ${errors.join('\n')}`);
    console.log(`ok   ${name} ${engine.version} in ${seconds(startedAt)} s`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAIL ${name} after ${seconds(startedAt)} s:`, error);
  } finally {
    await engine?.close();
    await network.close();
    await app.stop();
  }
}

const seconds = (since: number) => Math.round((Date.now() - since) / 1000);

const { values } = parseArgs({ options: { engine: { type: 'string' } } });
const chosen = ENGINES.filter((name) => values.engine === undefined || name === values.engine);
if (chosen.length === 0) throw new Error(`--engine is one of ${ENGINES.join(', ')}`);
for (const name of chosen) await check(name);
