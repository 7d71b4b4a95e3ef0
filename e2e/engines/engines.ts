/**
 * `npm run engines`: the app in the three engines that people's browsers have, against the real server behind a network
 * that can be cut. `-- --engine webkit --check checkScript` tries one. Fails if something does not hold in one of them, or one is missing.
 */
import { parseArgs } from 'node:util';
import { startApp } from '../fixtures/app-process.ts';
import { openNetwork } from '../fixtures/network.ts';
import { OLDEST } from '../fixtures/supported.ts';
import { checkDirections } from './check-directions.ts';
import { checkHeldFromAdmin, checkHeldFromCustomer } from './check-held.ts';
import { checkLoads, type World } from './check-loads.ts';
import {
  checkPrivate,
  checkPrivateWithoutWorker,
  PRIVATE,
  WITHOUT_WORKER,
} from './check-private.ts';
import { CLASSIC_SCROLLBARS, checkScrollbars } from './check-scrollbars.ts';
import { checkScript } from './check-script.ts';
import { type Engine, type EngineName, ENGINES } from './engine.ts';
import { type FirefoxPrefs, startChromium, startFirefox } from './puppeteer.ts';
import { startWebKit } from './webkit.ts';

const STARTS: Record<EngineName, (prefs?: FirefoxPrefs) => Promise<Engine>> = {
  webkit: () => startWebKit(),
  firefox: startFirefox,
  chromium: () => startChromium(),
};

/** The engines of the oldest browsers that are supported. */
const OLDEST_ENGINES: Record<EngineName, number> = {
  // The engine of Safari 17.5 (https://webkitgtk.org/news.html).
  webkit: 2.44,
  firefox: Number(OLDEST['firefox']),
  chromium: Number(OLDEST['chrome']),
};

/** What browsers log for a request without an answer. */
const LOST = /Failed to load resource|NetworkError|Cross-Origin Request Blocked|ServiceWorker/;

interface Check {
  readonly holds: (world: World) => Promise<void>;
  /** What Firefox is started with; the check is for no other engine then. */
  readonly firefox?: FirefoxPrefs;
}

/** Each with a browser of its own. */
const CHECKS: Readonly<Record<string, Check>> = {
  checkScript: { holds: checkScript },
  checkLoads: { holds: checkLoads },
  checkHeldFromCustomer: { holds: checkHeldFromCustomer },
  checkHeldFromAdmin: { holds: checkHeldFromAdmin },
  checkDirections: { holds: checkDirections },
  checkPrivate: { holds: checkPrivate, firefox: PRIVATE },
  checkPrivateWithoutWorker: { holds: checkPrivateWithoutWorker, firefox: WITHOUT_WORKER },
  checkScrollbars: { holds: checkScrollbars, firefox: CLASSIC_SCROLLBARS },
};

async function check(name: EngineName): Promise<void> {
  const app = await startApp();
  for (const [what, { holds, firefox }] of chosenChecks) {
    if (firefox && name !== 'firefox') continue;
    const startedAt = Date.now();
    // Of its own: a check that fails may leave it cut.
    const network = await openNetwork(app.port);
    const tell = (word: string, ...more: unknown[]) =>
      console.log(`${word} ${name} ${what} in ${seconds(startedAt)} s`, ...more);
    try {
      tell(
        'ok  ',
        await tryIn(await STARTS[name](firefox), (engine) => holds({ engine, app, network })),
      );
    } catch (error) {
      process.exitCode = 1;
      tell('FAIL', error);
    }
    await network.close();
  }
  await app.stop();
}

/** Returns the browser's version; throws if the check does, or if the console has errors. */
async function tryIn(engine: Engine, holds: (engine: Engine) => Promise<void>): Promise<string> {
  try {
    const version = expectSupported(engine);
    await holds(engine);
    const errors = engine.takeErrors().filter((text) => !LOST.test(text));
    if (errors.length > 0) throw new Error(`The console says: ${errors.join('\n')}`);
    return version;
  } finally {
    await engine.close();
  }
}

/** What we say is supported must not be newer than what the app is tried in. Returns the browser's version. */
function expectSupported({ name, version }: Engine): string {
  const [number = ''] = /\d+(?:\.\d+)?/.exec(version) ?? [];
  if (!(Number(number) >= OLDEST_ENGINES[name]))
    throw new Error(`${version} is older than ${OLDEST_ENGINES[name]}`);
  return version;
}

const seconds = (since: number) => Math.round((Date.now() - since) / 1000);

const { values } = parseArgs({
  options: { engine: { type: 'string' }, check: { type: 'string' } },
});
const chosenChecks = Object.entries(CHECKS).filter(
  ([what]) => values.check === undefined || what === values.check,
);
const chosen = ENGINES.filter((name) => values.engine === undefined || name === values.engine);
if (chosen.length === 0) throw new Error(`--engine is one of ${ENGINES.join(', ')}`);
for (const name of chosen) await check(name);
