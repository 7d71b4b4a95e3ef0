import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { makeFriend, openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { profileAt, sectionOf } from '../fixtures/profile.ts';
import { addReferral, connection, PUSH } from '../fixtures/referrals.ts';
import { expect, LOST_CONNECTION, refusedWith, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';
import { everythingStored } from '../fixtures/stored.ts';

const card = (page: Page) => sectionOf(page, 'Your data');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'account was deleted' });

async function saveFile(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await button(page, name).click();
  return readFile(await (await download).path(), 'utf8');
}

test('A person downloads their data, deletes the account, and every device forgets them', async ({
  app,
  page,
  person,
  signal,
  newDevice,
  consoleGuard,
}) => {
  for (const status of [403, 410]) consoleGuard.allow(refusedWith(status));
  const friend = await referFromElsewhere(app, person);
  const other = await (await newDevice()).newPage();
  await signIn(other, person);
  await expect(connection(other)).toHaveText('All sent');

  await openAs(page, person, profileAt('data'));
  const file = JSON.parse(await saveFile(page, 'Download my data')) as {
    user: { email: string };
    referrals: { name: string }[];
  };
  expect(file.user.email).toBe(person.email);
  expect(file.referrals.map(({ name }) => name)).toEqual([friend.name]);

  // Without signal neither is offered, and the person is told what waits before anything is lost.
  await signal.lose();
  await page.goto('/');
  await addReferral(page, makeFriend());
  await page.goto(profileAt('data'));
  await expect(card(page)).toContainText('Both need a connection');
  await expect(button(page, 'Delete my account')).toBeDisabled();
  await signal.regain();
  await expect(connection(page)).toHaveText('All sent');

  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('This cannot be undone');
  await expectAccessible(page, 'the question before an account is deleted');
  await dialog.getByLabel('Current Password').fill('not it');
  await button(page, 'Delete my account').last().click();
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  await dialog.getByLabel('Current Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();

  await expect(page).toHaveURL(/\/auth$/);
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page, 'the sign-in page after an account was deleted');
  for (const text of [person.email, person.username, friend.name, friend.email]) {
    expect(await everythingStored(page)).not.toContain(text);
  }
  await notice(page).getByRole('button', { name: 'OK' }).click();
  await expect(notice(page)).toBeHidden();

  // The other device learns it at its next contact.
  await other.goto('/referrals');
  await expect(other).toHaveURL(/\/auth$/);
  await expect(notice(other)).toBeVisible();
  expect(await everythingStored(other)).not.toContain(friend.name);
});

test(
  'An admin exports and erases somebody, whose device deletes what it had not sent and says so',
  SWEEP,
  async ({ app, network, page, person, newDevice, consoleGuard }) => {
    consoleGuard.allow(refusedWith(410));
    const friend = await referFromElsewhere(app, person);
    const device = await newDevice();
    const theirs = await device.newPage();
    await signIn(theirs, person);
    await expect(connection(theirs)).toHaveText('All sent');
    // Their referrals wait, because none gets through.
    network.setTrouble('down', PUSH);
    consoleGuard.allow(LOST_CONNECTION);
    await addReferral(theirs, makeFriend());
    await theirs.close();

    await openDesk(page, app, `panel=users&user=${person.id}`);
    const heading = page.getByRole('heading', { name: person.username });
    await expect(heading).toBeVisible();
    expect(await saveFile(page, 'Export')).toContain(friend.email);
    await button(page, 'Erase').click();
    const question = page.getByRole('alertdialog', { name: 'Erase this person?' });
    await expect(question).toContainText(person.email);
    await expectDeskAccessible(page, 'the question before a person is erased');
    await question.getByRole('button', { name: 'Erase for good' }).click();
    await expect(toast(page)).toContainText('User erased');
    await expect(page.getByText('The remaining data names nobody')).toBeVisible();
    await expect(page.getByText(friend.name)).toHaveCount(0);
    await expect(button(page, 'Erase')).toHaveCount(0);
    await expectDeskAccessible(page, 'the page of an erased person');
    await expect
      .poll(() => everythingStored(page), 'the desk keeps nothing of them')
      .not.toContain(friend.email);

    network.setTrouble(undefined);
    const again = await device.newPage();
    await again.goto('/');
    await expect(again).toHaveURL(/\/auth$/);
    await expect(notice(again)).toContainText('1 item that had not been sent was deleted with it');
    expect(await everythingStored(again)).not.toContain(friend.name);
  },
);

test(
  'Somebody who signed out and left rows here is forgotten after being erased elsewhere',
  SWEEP,
  async ({ app, home: page, person, signal }) => {
    await expect(connection(page)).toHaveText('All sent');
    await signal.lose();
    const friend = makeFriend();
    await addReferral(page, friend);
    await page.goto(profileAt('data'));
    await button(page, 'Log out').click();
    await button(page, 'Keep on this device until I sign in again').click();
    await expect(page).toHaveURL(/\/auth$/);
    await app.sql('update users set erased_at = now() where id = $1', [person.id]);
    await signal.regain();
    await page.goto('/auth');
    await expect(notice(page)).toContainText('1 item that had not been sent was deleted with it');
    expect(await everythingStored(page)).not.toContain(friend.name);
  },
);
