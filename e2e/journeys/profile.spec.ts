import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectFits } from '../fixtures/fits.ts';
import { openAs, signIn } from '../fixtures/people.ts';
import { profileAt, sectionOf } from '../fixtures/profile.ts';
import { connection } from '../fixtures/referrals.ts';
import { expect, refusedWith, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

test.use(WITHOUT_WORKER);

const form = (page: Page) => page.getByRole('form', { name: 'Profile' });
const phone = (page: Page) => form(page).getByLabel(/^Phone/);
const address = (page: Page) => form(page).getByLabel(/^Address/);
const save = (page: Page) => form(page).getByRole('button', { name: 'Save Changes' }).click();
/** Where a field shows both values. */
const choice = (page: Page) =>
  form(page).getByRole('status').filter({ hasText: 'Changed elsewhere' });

const storedUser = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/user')).json()) as unknown);

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(phone(page)).toBeVisible();
  await expect(connection(page)).toHaveText('All sent');
}

test('A profile edited on two devices at once loses neither what was saved nor what was typed', async ({
  consoleGuard,
  newDevice,
  page,
  person,
}) => {
  consoleGuard.allow(refusedWith(409));
  const other = await (await newDevice()).newPage();
  await signIn(page, person);
  await signIn(other, person);
  await openProfile(page);
  await other.goto('/profile');
  await expect(phone(other)).toBeVisible();

  // The other device saves both fields; this one, loaded before, changes one of them.
  await phone(other).fill('555 0111');
  await address(other).fill('1 Elsewhere Street');
  await save(other);
  await expect(toast(other)).toContainText('Profile updated');

  await phone(page).fill('555 0122');
  await save(page);
  await expect(phone(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(phone(page)).toBeFocused();
  await expect(choice(page)).toContainText('Saved now: 555 0111');
  await expect(choice(page)).toContainText('You typed: 555 0122');
  await expect(phone(page)).toHaveValue('555 0122');
  // A field nobody typed in shows what is stored by now.
  await expect(address(page)).toHaveValue('1 Elsewhere Street');
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expectAccessible(page, 'a profile changed elsewhere');

  // A reload loses none of it.
  await page.reload();
  await expect(choice(page)).toContainText('Saved now: 555 0111');
  await choice(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(choice(page)).toBeHidden();
  await expect(phone(page)).toBeFocused();
  await save(page);
  await expect(toast(page)).toContainText('Profile updated');
  expect(await storedUser(other)).toMatchObject({
    phone: '555 0122',
    address: '1 Elsewhere Street',
  });
});

test(
  'Saving a profile from an outdated screen keeps what was saved elsewhere meanwhile',
  SWEEP,
  async ({ newDevice, page, person }) => {
    const other = await (await newDevice()).newPage();
    await signIn(page, person);
    await openProfile(page);
    await openAs(other, person, '/profile');
    await phone(other).fill('555 0111');
    await save(other);
    await expect(toast(other)).toContainText('Profile updated');

    await address(page).fill('2 Home Street');
    await save(page);
    await expect(toast(page)).toContainText('Profile updated');
    await expect(phone(page)).toHaveValue('555 0111');
    expect(await storedUser(other)).toMatchObject({ phone: '555 0111', address: '2 Home Street' });
  },
);

test(
  'A section of the profile opens by keyboard and by a link into it, keeps what is typed, and is open after a reload',
  SWEEP,
  async ({ page, person, network }) => {
    await openAs(page, person, '/profile');
    await expect(phone(page)).toBeVisible();
    const titles = ['You', 'Messages', 'Sign-in and security', 'This device', 'Your data'];
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(titles);
    const password = page.getByLabel('New Password');
    await expect(password).toBeHidden();
    // What a closed section shows is not asked for.
    const asked = () =>
      network.seen.filter((name) => /\/api\/user\/(passkeys|sessions)/.test(name));
    expect(asked()).toEqual([]);

    const summary = sectionOf(page, 'Sign-in and security').locator('summary').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(profileAt('security'));
    await password.fill('half a word');
    await expectAccessible(page, 'a profile with two open sections');
    await expectFits(page, 'a profile with two open sections');
    await summary.press('Space');
    await expect(password).toBeHidden();
    await expect(page).toHaveURL('/profile');
    await summary.press('Enter');
    await expect(password).toHaveValue('half a word');
    await expect(page).toHaveURL(profileAt('security'));
    await password.fill('');
    await page.reload();
    await expect(password).toBeVisible();
    // The others are in sight at once.
    await expect(phone(page)).toBeHidden();
  },
);
