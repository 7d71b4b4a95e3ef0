import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { type OwnApp, startApp } from '../fixtures/app-process.ts';
import { openNetwork } from '../fixtures/network.ts';
import { fillSignIn, makeFriend, makePerson, type Person, signIn } from '../fixtures/people.ts';
import { addReferral, connection, expectSentOnce, listItem } from '../fixtures/referrals.ts';
import { variant } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

const run = promisify(execFile);

/** Keeps the state of now; the function it resolves to puts the server back to it. */
type Keep = (app: OwnApp) => Promise<() => Promise<void>>;

const command = (app: OwnApp, name: string, ...args: string[]) =>
  run(process.execPath, [`sync-server/src/${name}.ts`, ...args], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: app.dataDir },
  });

const withBackup: Keep = async (app) => {
  const file = path.join(app.dataDir, 'kept.backup.gz');
  await command(app, 'backup', file);
  return () =>
    app.whileStopped(async () => {
      await command(app, 'restore', file, '--replace');
    });
};

const withFolder: Keep = async (app) => {
  const folder = path.join(app.dataDir, 'postgres');
  const kept = path.join(app.dataDir, 'kept');
  const copy = async (from: string, to: string) => {
    // With its owner, because the database is another user's.
    await run('cp', ['-a', from, to]);
  };
  await app.whileStopped(() => copy(folder, kept));
  return () =>
    app.whileStopped(async () => {
      await rm(folder, { recursive: true });
      await copy(kept, folder);
    });
};

async function signInAgain(page: Page, person: Person): Promise<void> {
  await expect(connection(page)).toHaveText('Sign in again');
  await page.locator('.connection-chip:visible').click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, person);
}

/** A backup holds no sessions, so everybody signs in again. */
const WAYS: readonly { way: string; keep: Keep; endsSessions: boolean }[] = [
  { way: 'npm run restore', keep: withBackup, endsSessions: true },
  { way: 'a data folder that is put back', keep: withFolder, endsSessions: false },
];

for (const [at, { way, keep, endsSessions }] of WAYS.entries()) {
  test(
    `What was sent and then lost by ${way} is sent again by the phone that has it`,
    variant(at),
    async ({ browser, consoleGuard }) => {
      const app = await startApp();
      const network = await openNetwork(app.port);
      const context = await browser.newContext({ baseURL: network.origin });
      consoleGuard.watch(context);
      consoleGuard.allow(/Failed to load resource/);
      try {
        const person = await makePerson(app);
        const page = await context.newPage();
        await signIn(page, person);
        const before = makeFriend();
        await addReferral(page, before);
        await expect(connection(page)).toHaveText('All sent');
        const putBack = await keep(app);
        await page.reload();
        const lost = [makeFriend(), makeFriend(), makeFriend()];
        for (const friend of lost) await addReferral(page, friend);
        await expect(connection(page)).toHaveText('All sent');
        const ids = (await expectSentOnce(app, before, ...lost)).map(({ id }) => id);
        await putBack();
        await page.reload();
        if (endsSessions) await signInAgain(page, person);
        // What is sent has the list read again, which is otherwise five minutes old at most.
        const after = makeFriend();
        await addReferral(page, after);
        await expectSentOnce(app, before, ...lost, after);
        const again = (await expectSentOnce(app, before, ...lost)).map(({ id }) => id);
        expect(again.toSorted()).toEqual(ids.toSorted());
        await page.goto('/referrals');
        for (const friend of lost) await expect(listItem(page, friend)).toBeVisible();
        await expect(connection(page)).toHaveText('All sent');
      } finally {
        await context.close();
        await network.close();
        await app.stop();
      }
    },
  );
}
