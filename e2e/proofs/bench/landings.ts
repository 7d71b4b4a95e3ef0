/**
 * `npm run proof landings -- COMMIT …`: the main job from outside, by the builds of these commits and this one side by side. A
 * person has My Referrals open without signal, uploads 10,000 people as a file, and the signal comes back; then the same with
 * 1,000, three times over on one device, so that more and more is stored. Needs an idle machine. `-- --rounds 4` are more.
 */
import { rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { databaseUrl, FIRST_ADMIN, makeDataDir } from '../../fixtures/app-process.ts';
import { makePerson, signIn, uniqueWord } from '../../fixtures/people.ts';
import { startServerProcess } from '../../fixtures/server-process.ts';
import { waitForOfflineReady } from '../../fixtures/signal.ts';
import { endWithSignal } from '../../run/end-with-signal.ts';
import { openProfile } from '../devices/profile.ts';
import { checkOut } from '../upgrade/older-build.ts';
import { openBenchLine, untilCalm } from './line.ts';
import { regain, REST_MS, upload } from './replay/app-device.ts';
import { watchQueue } from './replay/watch-queue.ts';
import { makeRows } from './rows.ts';
import { untilHeld, untilTidy } from './until-tidy.ts';

const SIZES = [10_000, 1000] as const;

interface Sent {
  /** From handing over the file until all of it was stored on the device. */
  readonly savedMs: number;
  /** From the page's `online` event until nothing waits. */
  readonly replayedMs: number;
  /** Processor time of the whole browser, from the event until every referral is in its place. */
  readonly cpuMs: number;
}

interface Landing {
  readonly name: string;
  /** Uploads so many people without signal, and sends them. */
  send(count: number): Promise<Sent>;
  close(): Promise<void>;
}

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '4' } },
  allowPositionals: true,
});
endWithSignal(() => undefined);
const landings: Landing[] = [];
try {
  for (const commit of positionals) landings.push(await startOlder(commit));
  landings.push(await startLanding('this build'));
  console.log(
    '| Build | stored | 10,000: saved | sent | processor | 1,000: saved | sent | processor |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const stored = round * (SIZES[0] + SIZES[1]);
    for (const landing of landings) console.log(await rowOf(landing, stored));
  }
} finally {
  for (const landing of landings) await landing.close();
}

async function rowOf(landing: Landing, stored: number): Promise<string> {
  const cells: string[] = [];
  for (const count of SIZES) {
    const { savedMs, replayedMs, cpuMs } = await landing.send(count);
    cells.push(...[savedMs, replayedMs, cpuMs].map((ms) => (ms / 1000).toFixed(2)));
  }
  return `| ${[landing.name, stored, ...cells].join(' | ')} |`;
}

/** Builds a commit in a folder of its own and starts it. */
async function startOlder(commit: string): Promise<Landing> {
  const checkout = await checkOut(commit);
  execFileSync('npm', ['run', 'build'], { cwd: checkout.root, stdio: 'ignore' });
  const landing = await startLanding(checkout.commit, checkout.root);
  return {
    ...landing,
    async close() {
      await landing.close();
      await checkout.discard();
    },
  };
}

/** A server of this checkout with one person, whose phone has My Referrals open. */
async function startLanding(name: string, root?: string): Promise<Landing> {
  const dataDir = await makeDataDir();
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = FIRST_ADMIN;
  const server = await startServerProcess({ DATA_DIR: dataDir, ADMIN_EMAIL, ADMIN_PASSWORD }, root);
  const url = await databaseUrl(dataDir);
  const person = await makePerson(server);
  const line = await openBenchLine(server.port);
  const profile = await openProfile(line.origin);
  const page = await profile.context.newPage();
  await signIn(page, person);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${profile.debuggingPort}`);
  const session = await browser.newBrowserCDPSession();
  const cpuMs = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
  };
  let sent = 0;
  return {
    name,
    async send(count) {
      const rows = makeRows(uniqueWord(), count);
      await page.goto('/referrals?upload=1');
      await waitForOfflineReady(page);
      await untilHeld(page, person.id, sent);
      await untilTidy(url);
      await untilCalm(line);
      line.shut();
      await profile.context.setOffline(true);
      const savedMs = await upload(page, rows);
      await page.waitForTimeout(REST_MS);
      await watchQueue(page, { database: `referrals-${person.id}`, store: 'outbox' });
      const before = await cpuMs();
      const { elapsedMs: replayedMs } = await regain(page, line, { speed: 'fast', rows });
      sent += count;
      // What is left to do would be in the other builds' figures.
      await untilHeld(page, person.id, sent);
      return { savedMs, replayedMs, cpuMs: (await cpuMs()) - before };
    },
    async close() {
      await browser.close();
      await profile.close();
      await line.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
