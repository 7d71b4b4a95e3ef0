import { readFile } from 'node:fs/promises';
import { csvFile, pickFile } from '../fixtures/csv-files.ts';
import { logOut } from '../fixtures/navigation.ts';
import { openNetwork } from '../fixtures/network.ts';
import { fillSignIn, fillSignUp, makeFriend, makePerson, signIn } from '../fixtures/people.ts';
import { BY_FOLDER, BY_RESTORE, signInAgain } from '../fixtures/put-back.ts';
import {
  addReferral,
  connection,
  expectAllSent,
  expectSentOnce,
  listItem,
} from '../fixtures/referrals.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

for (const wayBack of [BY_RESTORE, BY_FOLDER]) {
  test(
    `What was sent and then lost by ${wayBack.way} is sent again by the phone that has it`,
    SWEEP,
    async ({ browser, consoleGuard }) => {
      const app = await wayBack.start();
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
        await expectAllSent(page);
        await app.keep();
        await page.reload();
        const lost = [makeFriend(), makeFriend(), makeFriend()];
        for (const friend of lost) await addReferral(page, friend);
        await expectAllSent(page);
        const ids = (await expectSentOnce(app, before, ...lost)).map(({ id }) => id);
        await app.putBack();
        await page.reload();
        if (wayBack.endsSessions) await signInAgain(page, person);
        // What is sent has the list read again, which is otherwise five minutes old at most.
        const after = makeFriend();
        await addReferral(page, after);
        await expectSentOnce(app, before, ...lost, after);
        const again = (await expectSentOnce(app, before, ...lost)).map(({ id }) => id);
        expect(again.toSorted()).toEqual(ids.toSorted());
        await page.goto('/referrals');
        for (const friend of lost) await expect(listItem(page, friend)).toBeVisible();
        await expectAllSent(page);
      } finally {
        await context.close();
        await network.close();
        await app.stop();
      }
    },
  );
}

test(
  'After a restore to before the sign-up, signing in says so, and what the phone holds goes as a file into a new account',
  SWEEP,
  async ({ browser, consoleGuard }) => {
    const app = await BY_RESTORE.start();
    const context = await browser.newContext({ baseURL: app.origin });
    consoleGuard.watch(context);
    consoleGuard.allow(/Failed to load resource/);
    try {
      await app.keep();
      const person = await makePerson(app);
      const page = await context.newPage();
      await signIn(page, person);
      const [sent, waiting] = [makeFriend(), makeFriend()];
      await addReferral(page, sent);
      await expectAllSent(page);
      await app.putBack();
      await page.reload();
      await expect(connection(page)).toHaveText('Sign in again');
      await addReferral(page, waiting);
      await page.goto('/?signIn=1');
      await fillSignIn(page, person);
      await expect(toast(page)).toContainText('no longer knows an account that was used here');

      await page.goto('/?waiting=1');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as file' }).click();
      const file = await (await download).path();
      await page.goto('/');
      await logOut(page);
      await page.getByRole('button', { name: /^Keep on this device/ }).click();
      await fillSignUp(page, person);
      await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();

      await pickFile(page, csvFile(await readFile(file, 'utf8')));
      await page.getByRole('button', { name: 'Bring it back' }).click();
      const stored = await expectSentOnce(app, sent, waiting);
      expect(new Set(stored.map(({ userId }) => userId)).size).toBe(1);
      expect(stored[0]?.userId).not.toBe(person.id);
    } finally {
      await context.close();
      await app.stop();
    }
  },
);
