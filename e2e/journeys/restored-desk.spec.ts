import type { Page } from 'playwright/test';
import { choose } from '../fixtures/choose.ts';
import { openNetwork } from '../fixtures/network.ts';
import { type Friend, makeAdmin, makeFriend, makePerson, signIn } from '../fixtures/people.ts';
import { BY_RESTORE, signInAgain } from '../fixtures/put-back.ts';
import { addReferral, expectAllSent, expectSentOnce } from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { SWEEP } from '../fixtures/tags.ts';

const phone = (page: Page) => page.getByRole('form', { name: 'Profile' }).getByLabel(/^Phone/);
const conflicts = (page: Page) => page.getByRole('region', { name: /Changes that need you/ });

async function setStatus(page: Page, { name }: Friend, status: string): Promise<void> {
  await page.goto('/admin?panel=status');
  await page
    .getByRole('listbox', { name: 'All referrals' })
    .getByRole('option')
    .filter({ hasText: name })
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await choose(page.getByLabel('Status', { exact: true }), status);
  await page.getByRole('button', { name: 'Update' }).click();
}

test(
  'After a restore an admin is asked about acts and profile that were lost, and told what came back',
  SWEEP,
  async ({ browser, consoleGuard }) => {
    const app = await BY_RESTORE.start();
    const network = await openNetwork(app.port);
    const open = async () => {
      const context = await browser.newContext({ baseURL: network.origin });
      consoleGuard.watch(context);
      return context.newPage();
    };
    consoleGuard.allow(/Failed to load resource/);
    try {
      const [admin, customer] = [await makePerson(app), await makePerson(app)];
      await makeAdmin(app, admin);
      const [page, device] = [await open(), await open()];
      await signIn(page, admin);
      await signIn(device, customer);
      const [before, lost] = [makeFriend(), makeFriend()];
      await addReferral(device, before);
      await expectAllSent(device);
      await app.keep();
      await addReferral(device, lost);
      await expectSentOnce(app, before, lost);
      await page.goto('/profile');
      await phone(page).fill('520 555 0111');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toast(page)).toContainText('Profile updated');
      await setStatus(page, before, 'Contact Made');
      const statusOf = async () =>
        (await app.sql('select status from referrals where email = $1', [before.email]))[0];
      await expect.poll(statusOf).toMatchObject({ status: 'contact_made' });
      await expectAllSent(page);

      await app.putBack();
      await page.reload();
      await signInAgain(page, admin);
      await expect(toast(page)).toContainText('A Change Was Lost');
      await toast(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('region', { name: /Notices/ })).toContainText(
        'Check your profile',
      );
      await device.reload();
      await signInAgain(device, customer);
      await addReferral(device, makeFriend());
      await expectSentOnce(app, before, lost);
      await page.goto('/admin?panel=status');
      await expect(conflicts(page)).toContainText('The server was put back to an earlier state');
      await expect(conflicts(page).getByRole('definition')).toHaveText([
        'Contact Made',
        'Submitted',
      ]);
      expect(await statusOf()).toMatchObject({ status: 'submitted' });
      await conflicts(page)
        .getByRole('button', { name: /^Set mine/ })
        .click();
      await expect.poll(statusOf).toMatchObject({ status: 'contact_made' });
      await expect(conflicts(page)).toBeHidden();

      await page.goto('/profile');
      await expect(page.getByRole('form', { name: 'Profile' })).toContainText(
        'You typed: 520 555 0111',
      );
      await page.getByRole('button', { name: /^Keep mine/ }).click();
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toast(page)).toContainText('Profile updated');

      await page.goto('/');
      // The page was shown before the device had come back.
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByText(/^Back on the server: \d/)).toBeVisible();
      await page.goto('/admin?panel=settings&tab=audit');
      await expect(page.getByText('not here any more, sent again').first()).toBeVisible();
    } finally {
      await network.close();
      await app.stop();
    }
  },
);
