import { openNetwork } from '../fixtures/network.ts';
import { makeFriend, makePerson, signIn } from '../fixtures/people.ts';
import { BY_FOLDER, BY_RESTORE, signInAgain } from '../fixtures/put-back.ts';
import { addReferral, connection, expectSentOnce, listItem } from '../fixtures/referrals.ts';
import { variant } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

for (const [at, wayBack] of [BY_RESTORE, BY_FOLDER].entries()) {
  const { way, endsSessions } = wayBack;
  test(
    `What was sent and then lost by ${way} is sent again by the phone that has it`,
    variant(at),
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
        await expect(connection(page)).toHaveText('All sent');
        await app.keep();
        await page.reload();
        const lost = [makeFriend(), makeFriend(), makeFriend()];
        for (const friend of lost) await addReferral(page, friend);
        await expect(connection(page)).toHaveText('All sent');
        const ids = (await expectSentOnce(app, before, ...lost)).map(({ id }) => id);
        await app.putBack();
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
