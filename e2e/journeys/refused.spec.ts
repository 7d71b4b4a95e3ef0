import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import {
  earlierEmail,
  makeFriend,
  type Friend,
  type Person,
  referFromElsewhere,
} from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  fillReferral,
  listItem,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { type Signal } from '../fixtures/signal.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

interface Refusals {
  readonly duplicate: Friend;
  readonly self: Friend;
  readonly good: Friend;
}

/**
 * Adds somebody whom another device referred meanwhile, the person themselves and somebody new, in this
 * order, and then regains the signal.
 */
async function addWithoutSignal(
  page: Page,
  signal: Signal,
  { app, person }: { app: AppProcess; person: Person },
): Promise<Refusals & { known: Friend }> {
  await page.goto('/referrals');
  await expect(connection(page)).toHaveText('All sent');
  await signal.lose();
  const known = await referFromElsewhere(app, person);
  const duplicate = makeFriend({ email: known.email.toUpperCase() });
  const self = makeFriend({ email: await earlierEmail(app, person) });
  const good = makeFriend();
  for (const friend of [duplicate, self, good]) await addReferral(page, friend);
  await expect(connection(page)).toHaveText('Offline, 3 waiting');
  await signal.regain();
  return { known, duplicate, self, good };
}

test('Refused rows are kept with their reason and hold back nobody after them', async ({
  app,
  home: page,
  person,
  signal,
}) => {
  const { known, duplicate, self, good } = await addWithoutSignal(page, signal, { app, person });

  await expect(listItem(page, good)).toContainText('Submitted');
  await expectSentOnce(app, good);
  await expect(listItem(page, duplicate)).toContainText('Needs a fix');
  await expect(listItem(page, duplicate)).toContainText('You have already referred this person');
  await expect(listItem(page, self)).toContainText('You cannot refer yourself');
  await expect(page.locator('.connection-chip:visible').getByLabel('2 need a fix')).toBeVisible();
  expect(await waitingRows(page, person.id)).toEqual([]);
  await expectSentOnce(app, known);
  expect(await serverRows(app, self)).toEqual([]);

  await page.reload();
  await expect(listItem(page, duplicate)).toContainText('You have already referred this person');
  await expect(listItem(page, self)).toContainText('You cannot refer yourself');
});

test(
  'No frame shows a row over another one while they are refused',
  SWEEP,
  async ({ app, home: page, person, signal }) => {
    await page.addInitScript(() => {
      const look = () => {
        const items = [...document.querySelectorAll('.referral-item')];
        const boxes = items.map((item) => item.getBoundingClientRect());
        if (boxes.some(({ bottom }, at) => bottom - (boxes[at + 1]?.top ?? Infinity) > 1))
          document.documentElement.dataset['overlapped'] = 'true';
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const { self, good } = await addWithoutSignal(page, signal, { app, person });
    await expect(listItem(page, self)).toContainText('Needs a fix');
    await expect(listItem(page, good)).toContainText('Submitted');
    await expect(page.locator('html')).not.toHaveAttribute('data-overlapped');
  },
);

test('A refused row is corrected with Edit and sent as a new one, or removed for good', async ({
  app,
  home: page,
  person,
  signal,
}) => {
  const { duplicate, self } = await addWithoutSignal(page, signal, { app, person });

  // While it waits it can be edited, too.
  for (const refused of [duplicate, self])
    await expect(listItem(page, refused)).toContainText('Needs a fix');
  await listItem(page, duplicate).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog')).toContainText('You have already referred this person');
  const mended = makeFriend({ name: duplicate.name });
  await fillReferral(page, mended);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(listItem(page, mended)).toContainText('Submitted');
  await expectSentOnce(app, mended);

  await listItem(page, self).getByRole('button', { name: 'Remove' }).click();
  await expect(listItem(page, self)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(listItem(page, self)).toContainText('You cannot refer yourself');
  await listItem(page, self).getByRole('button', { name: 'Remove' }).click();
  await expect(listItem(page, self)).toBeHidden();
  await page.reload();
  await expect(listItem(page, mended)).toContainText('Submitted');
  await expect(listItem(page, self)).toBeHidden();
  expect(await serverRows(app, self)).toEqual([]);
});
