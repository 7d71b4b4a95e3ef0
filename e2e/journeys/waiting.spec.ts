import { makeFriend } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  openWaiting,
  expectSentOnce,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';

test('Waiting rows are listed with their history, can be changed, removed and restored, and are sent once', async ({
  app,
  home: page,
  person,
  signal,
}) => {
  await expect(connection(page)).toHaveText('All sent');
  await signal.lose();
  const kept = makeFriend();
  const dropped = makeFriend({ phone: '000-0001' });
  await addReferral(page, kept);
  await addReferral(page, dropped);

  await openWaiting(page);
  await expect(page).toHaveURL(/waiting=1/);
  const dialog = page.getByRole('dialog', { name: 'Sent and waiting' });
  await expect(dialog.getByRole('heading', { name: 'Waiting to send · 2' })).toBeVisible();
  await dialog.getByRole('button', { name: `${kept.name}, what happened` }).click();
  await expect(dialog.getByText('Saved on this device').first()).toBeVisible();

  await dialog.getByRole('button', { name: `Edit ${kept.name}` }).click();
  const changed = makeFriend();
  await page.getByRole('dialog').getByLabel('Email').fill(changed.email);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => waitingRows(page, person.id))
    .toMatchObject([{ email: changed.email }, {}]);

  const remove = page.getByRole('button', { name: `Remove ${dropped.name}` });
  await remove.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  expect((await download).suggestedFilename()).toBe('sunloop-unsent-referrals.csv');

  await signal.regain();
  await expect(page.getByRole('heading', { name: 'Today · 1' })).toBeVisible();
  await expectSentOnce(app, changed);
  expect(await serverRows(app, kept, dropped)).toEqual([]);
});
