import type { AppProcess } from '../fixtures/app-process.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectFits } from '../fixtures/fits.ts';
import { fillSignIn, makeAdmin, makePerson, openAs, type Person } from '../fixtures/people.ts';
import { profileAt } from '../fixtures/profile.ts';
import { expect, refusedWith, test as base } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { totpOf } from '../fixtures/totp.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

/** Browsers make no passkeys for an IP address. */
const test = base.extend({
  baseURL: async ({ network }, use) => use(network.origin.replace('127.0.0.1', 'localhost')),
});

/** A device that makes passkeys and verifies the person without asking anybody. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The browser offers no passkey by itself, as if nobody chose one. */
async function ignoreOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) =>
      options?.mediation === 'conditional'
        ? new Promise((_, reject) =>
            options.signal?.addEventListener('abort', () =>
              reject(new DOMException('', 'AbortError')),
            ),
          )
        : get(options);
  });
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function addPasskey(page: Page, name: string): Promise<void> {
  const passkeys = card(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name, such as My phone').fill(name);
  await page.keyboard.press('Enter');
  await expect(passkeys.getByText(name)).toBeVisible();
}

/** Leaves the account as somebody who comes back later: without the session and what the device keeps. */
async function logOut(page: Page): Promise<void> {
  await page.goto(profileAt('security'));
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}

const isIn = (page: Page) =>
  expect(
    page.getByRole('heading', { name: /Welcome back|Welcome,|System Dashboard/ }),
  ).toBeVisible();

async function makeAdminPerson(app: AppProcess): Promise<Person> {
  const person = await makePerson(app);
  await makeAdmin(app, person);
  return person;
}

test(
  'A passkey is added, renamed, signs in by the button, and is removed',
  SWEEP,
  async ({ page, person, consoleGuard }) => {
    consoleGuard.allow(refusedWith(401));
    await addAuthenticator(page);
    await ignoreOffers(page);
    await openAs(page, person, profileAt('security'));
    await expectAccessible(page, 'the profile');
    await addPasskey(page, 'My phone');
    await page.getByRole('button', { name: 'Rename My phone' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name, such as My phone').fill('My tablet');
    await page.keyboard.press('Enter');
    await expect(card(page, 'Passkeys').getByText('My tablet')).toBeVisible();
    await expectFits(page, 'the profile with a passkey');

    await logOut(page);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.focus();
    await page.keyboard.press('Enter');
    await isIn(page);
    await page.goto(profileAt('security'));
    await expect(card(page, 'Passkeys').getByText(/, used /)).toBeVisible();

    await page.getByRole('button', { name: 'Remove My tablet' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(card(page, 'Passkeys').getByText('My tablet')).toBeHidden();
    await logOut(page);
    await button.click();
    // The browser was told and has none left, or the server says so.
    await expect(button).toBeEnabled();
    await expect(page).toHaveURL(/\/auth/);
  },
);

test('A passkey is offered while the email is typed', SWEEP, async ({ page, person }) => {
  await addAuthenticator(page);
  await openAs(page, person, profileAt('security'));
  await addPasskey(page, 'My phone');
  await expect(page.getByLabel('Name, such as My phone')).toBeHidden();
  await page.goto(profileAt('security'));
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  // The virtual device agrees to what the browser offers.
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await page.getByLabel('Email').click();
  await isIn(page);
});

test(
  'A browser without passkeys says so, and without signal what was read of them is shown with its age',
  SWEEP,
  async ({ page, person, signal }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await openAs(page, person, profileAt('security'));
    await expect(
      card(page, 'Passkeys').getByText('This browser cannot make passkeys'),
    ).toBeVisible();
    await page.goto('/auth');
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
    await page.goto(profileAt('security'));
    await expect(card(page, 'Passkeys').getByText('without a password')).toBeVisible();
    await signal.lose();
    await page.reload();
    await expect(card(page, 'Passkeys').getByText(/^As of /)).toBeVisible();
  },
);

/** Turns codes on in the profile or where they are required; answers the secret and the recovery codes. */
async function turnCodesOn(page: Page) {
  const codes = card(page, 'Codes of an app');
  await codes.getByRole('button', { name: 'Set up codes' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up codes' });
  await expect(dialog.getByRole('img', { name: /^QR code of otpauth:/ })).toBeVisible();
  const secret = (await dialog.getByLabel('Secret', { exact: true }).textContent()) ?? '';
  const field = dialog.getByLabel('The six digits it shows now');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('not the code that the app shows')).toBeVisible();
  await field.fill(totpOf(secret));
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const recovery = await shown.getByRole('listitem').allTextContents();
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  return { secret, recovery };
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code of your app, or a recovery code').fill(code);
  await page.keyboard.press('Enter');
}

test(
  'An admin turns codes on, and signs in by a code, not twice, or by a recovery code, once',
  ONLINE,
  async ({ app, page, consoleGuard }) => {
    consoleGuard.allow(refusedWith(400));
    consoleGuard.allow(refusedWith(401));
    consoleGuard.allow(refusedWith(403));
    const admin = await makeAdminPerson(app);
    await openAs(page, admin, '/');
    await page
      .getByRole('region', { name: 'To Do' })
      .getByRole('link', { name: 'Protect' })
      .click();
    await expect(page.getByText('protected by a password alone')).toBeVisible();
    const { secret, recovery } = await turnCodesOn(page);
    await expect(card(page, 'Codes of an app').getByText('Recovery codes left: 10')).toBeVisible();

    await logOut(page);
    await fillSignIn(page, admin);
    await giveCode(page, '000000');
    await expect(page.getByText('This code is not right').first()).toBeVisible();
    await expectAccessible(page, 'the second step');
    const code = totpOf(secret, 1);
    await giveCode(page, code);
    await isIn(page);
    await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Protect' })).toBeHidden();

    await logOut(page);
    await fillSignIn(page, admin);
    await giveCode(page, code);
    await expect(page.getByText('This code is not right').first()).toBeVisible();
    await giveCode(page, recovery[0] ?? '');
    await isIn(page);

    await logOut(page);
    await fillSignIn(page, admin);
    await giveCode(page, recovery[0] ?? '');
    await expect(page.getByText('This code is not right').first()).toBeVisible();
  },
);

test(
  'Where a second factor is required, an admin first adds one; another admin resets it',
  SWEEP,
  async ({ app, page, newDevice, baseURL, consoleGuard }) => {
    consoleGuard.allow(refusedWith(400));
    // The reset ends the session of the page that stays open.
    consoleGuard.allow(refusedWith(401));
    consoleGuard.allow(refusedWith(403));
    const choose = (value: string) =>
      app.sql(`update system_settings set value = $1 where key = 'security.admin_second_factor'`, [
        value,
      ]);
    const [admin, other] = [await makeAdminPerson(app), await makeAdminPerson(app)];
    const desk = await (await newDevice()).newPage();
    const signedIn = await desk.context().request.post(`${baseURL}${routes.logIn.path}`, {
      data: { email: other.email, password: other.password },
    });
    expect(signedIn.status()).toBe(200);
    await choose('required');
    await page.goto('/auth');
    await fillSignIn(page, admin);
    await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
    await expectAccessible(page, 'the second factor');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
    await turnCodesOn(page);
    await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeHidden();
    await choose('recommended');

    await desk.goto(`${baseURL}/admin?panel=users&user=${admin.id}`);
    await desk.getByRole('button', { name: 'Reset second factor' }).click();
    const sure = desk.getByRole('alertdialog', { name: 'Reset second factor' });
    // The sign-in was a while ago.
    await app.sql(
      `update sessions set created_at = now() - interval '11 minutes'
       where user_id = (select id from users where email = $1)`,
      [other.email],
    );
    await sure.getByRole('button', { name: 'Reset second factor' }).click();
    const proof = desk.getByRole('dialog', { name: 'Is it you?' });
    await proof.getByLabel('Your password').fill(other.password);
    await expectAccessible(desk, 'the question who it is');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(desk)).toContainText('Second factor reset');
    await expect(desk.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0);
  },
);
