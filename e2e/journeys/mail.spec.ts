import { expectAccessible } from '../fixtures/axe.ts';
import { startApp, type OwnApp } from '../fixtures/app-process.ts';
import { choose } from '../fixtures/choose.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { expectFits } from '../fixtures/fits.ts';
import { type MailServer, startMailServer } from '../fixtures/mail-server.ts';
import { fillSignIn, makePerson, signIn, uniqueWord } from '../fixtures/people.ts';
import { profileAt } from '../fixtures/profile.ts';
import { expect, refusedWith, test as base } from '../fixtures/test.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

interface MailFixtures {
  mail: MailServer;
  app: OwnApp;
}

/** A server of its own that sends mail to a real SMTP server. */
const test = base.extend<object, MailFixtures>({
  mail: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern, also where nothing is needed.
    async ({}, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ mail }, use) => {
      const app = await startApp({ SMTP_URL: mail.url, MAIL_FROM: 'Sunloop <office@sun.example>' });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

/** The token of the newest message to this address whose link leads to this page. */
async function tokenTo(mail: MailServer, to: string, path = '/password'): Promise<string> {
  const find = () => mail.received.findLast((one) => one.to === to && one.page === path)?.token;
  await expect.poll(find).toMatch(/^[\w-]{43}$/);
  return find() ?? '';
}

test(
  'Whoever forgot the password sets a new one by a link that works once',
  ONLINE,
  async ({ app, mail, page, consoleGuard }) => {
    consoleGuard.allow(refusedWith(410));
    const person = await makePerson(app);
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expectAccessible(page, 'the forgotten password');
    await expectFits(page, 'the forgotten password');
    await page.getByLabel('Email').fill('not an address');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/valid email/i)).toBeVisible();
    await page.getByLabel('Email').fill(person.email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();

    const token = await tokenTo(mail, person.email);
    await page.goto(`/password#${token.slice(1)}>`);
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
    await page.goto(`/password#${token}>.`);
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
    await expectAccessible(page, 'a new password by a link');
    await page.getByLabel('New Password', { exact: true }).fill('short');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/at least 6/)).toBeVisible();
    await page.getByLabel('New Password', { exact: true }).fill('another password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
    await page.getByRole('link', { name: 'To the sign-in page' }).click();
    await fillSignIn(page, { ...person, password: 'another password' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');

    await page.goto(`/password#${token}`);
    await expect(page.getByRole('heading', { name: 'This link cannot be opened' })).toBeVisible();
  },
);

test(
  'An admin invites a user, who sets a password by the link',
  SWEEP,
  async ({ app, mail, page }) => {
    const username = uniqueWord();
    const email = `${username}@example.com`;
    await openDesk(page, app, 'panel=users&tab=add');
    const form = page.getByRole('form', { name: 'Add User' });
    await form.getByLabel('Username').fill(username);
    await form.getByLabel('Email').fill(email);
    await choose(form.getByRole('button', { name: /Sign-in/ }), 'An invitation by mail');
    await expect(form.getByLabel('Password', { exact: true })).toBeHidden();
    await form.getByRole('button', { name: 'Create User' }).click();
    await expect(form).toBeHidden();
    const token = await tokenTo(mail, email);
    await page.goto(`/password#${token}`);
    await expect(page.getByRole('heading', { name: 'Welcome to Sunloop' })).toBeVisible();
    await page.getByLabel('New Password', { exact: true }).fill('chosen by myself');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
  },
);

test(
  'The desk tries the mail server, and shows what failed and sends it again',
  SWEEP,
  async ({ app, mail, page }) => {
    const person = await makePerson(app);
    mail.refusal = (to) => (to === person.email ? 550 : undefined);
    await openDesk(page, app, 'panel=settings&tab=messages');
    await page.getByRole('button', { name: 'Send me a test message' }).click();
    await expect(page.getByText('The mail server took it:')).toBeVisible();
    await page.request.post(`${app.origin}/api/password-resets`, {
      data: { email: person.email },
      headers: { Origin: app.origin },
    });
    const named = `Forgotten password to ${person.email}`;
    const message = page.getByRole('article', { name: named });
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(message.getByText('Not delivered', { exact: true })).toBeVisible({
        timeout: 2000,
      });
    }).toPass();
    await expect(message).toContainText('550');
    await expectDeskAccessible(page, 'Messages');
    mail.refusal = () => undefined;
    await page.getByRole('button', { name: `Send again: ${named}` }).click();
    await tokenTo(mail, person.email);
  },
);

test(
  'Without signal a link waits for the person to try again',
  SWEEP,
  async ({ app, mail, page, signal }) => {
    const person = await makePerson(app);
    await page.goto('/password');
    await page.getByLabel('Email').fill(person.email);
    await signal.lose();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('alert').or(page.locator('.banner'))).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await signal.regain();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    const token = await tokenTo(mail, person.email);
    expect(token).toHaveLength(43);
  },
);

test(
  'A person confirms their address and chooses which messages come',
  SWEEP,
  async ({ app, mail, page }) => {
    const person = await makePerson(app);
    const confirmation = await tokenTo(mail, person.email, '/confirm');
    await signIn(page, person);
    await page.goto(profileAt('messages'));
    const card = page.getByRole('region', { name: 'Messages to you' });
    await expect(card).toContainText(`the link we sent to ${person.email}`);
    await card.getByRole('checkbox', { name: 'Reward paid' }).uncheck();
    await expect(card.getByRole('checkbox', { name: 'Reward paid' })).toBeEnabled();
    await page.goto(`/confirm#${confirmation}`);
    await expectAccessible(page, 'an address to confirm');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
    await page.goto(profileAt('messages'));
    await expect(card).toContainText(`They go to ${person.email}`);
    await expect(card.getByRole('checkbox', { name: 'Reward paid' })).not.toBeChecked();
    await expect(card.getByRole('checkbox', { name: 'Reward earned' })).toBeChecked();
  },
);
