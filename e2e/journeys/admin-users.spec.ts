import type { Page } from 'playwright/test';
import { type AppProcess } from '../fixtures/app-process.ts';
import { pick } from '../fixtures/choose.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { referFromElsewhere, sessionCookies, uniqueWord } from '../fixtures/people.ts';
import { everythingStored } from '../fixtures/stored.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

const row = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: text });

async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: /^Search name/ }).fill(text);
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row')).toHaveCount(2);
}

/** Presses an item in the menu of a user, who need not be named if the list has only one. */
function act(page: Page, action: string, name = ''): Promise<void> {
  const menu = page.getByRole('button', { name: `More actions for ${name}` });
  return pick(menu, page.getByRole('menuitem', { name: action }));
}

/** The status with which the server answers a sign-in. */
async function signInStatus(app: AppProcess, email: string, password: string): Promise<number> {
  const response = await fetch(`${app.origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

test(
  'A user is added, found, made inactive and active again',
  ONLINE,
  async ({ app, page, person, consoleGuard }) => {
    consoleGuard.allow(refusedWith(409));
    const word = uniqueWord();
    const email = `new.${word}@example.com`;
    await openDesk(page, app, 'panel=users');
    await page.getByRole('button', { name: 'Add User' }).click();
    const form = page.getByRole('form', { name: 'Add User' });
    await form.getByRole('button', { name: 'Create User' }).click();
    await expect(form.getByText('Please enter a valid email')).toBeVisible();
    await form.getByLabel('Username').fill(`New ${word}`);
    await form.getByLabel('Email').fill(person.email);
    await form.getByLabel('Password', { exact: true }).fill('battery staple');
    await form.getByLabel('Confirm Password').fill('batteries');
    await expect(form.getByText("Passwords don't match")).toBeVisible();
    await form.getByLabel('Confirm Password').fill('battery staple');
    await expectDeskAccessible(page, 'Add User');
    await form.getByRole('button', { name: 'Create User' }).click();
    await expect(toast(page)).toContainText('Creation Failed');
    await expect(form.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Create User' }).click();
    await expect(toast(page)).toContainText('User created');
    await expect(form).toBeHidden();

    await find(page, email);
    await expect(page).toHaveURL(/q=new\./);
    await expect(row(page, email)).toContainText('Active');
    await act(page, 'Make inactive', `New ${word}`);
    const question = page.getByRole('alertdialog', { name: 'Make inactive' });
    await expect(question).toContainText('all their sessions end');
    await question.getByRole('button', { name: 'Make inactive' }).click();
    await expect(row(page, email)).toContainText('Inactive');
    expect(await signInStatus(app, email, 'battery staple')).toBe(403);
    await act(page, 'Make active', `New ${word}`);
    await page
      .getByRole('alertdialog', { name: 'Make active' })
      .getByRole('button', { name: 'Make active' })
      .click();
    await expect(row(page, email)).not.toContainText('Inactive');
    expect(await signInStatus(app, email, 'battery staple')).toBe(200);
  },
);

test(
  'A temporary password is shown once, works, and is stored nowhere',
  ONLINE_SWEEP,
  async ({ app, page, person, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openDesk(page, app, 'panel=users');
    await find(page, person.email);
    await page.getByRole('button', { name: `Reset Password of ${person.username}` }).click();
    const question = page.getByRole('alertdialog', { name: 'Reset Password' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await signInStatus(app, person.email, person.password)).toBe(200);
    await page.getByRole('button', { name: `Reset Password of ${person.username}` }).click();
    await question.getByRole('button', { name: 'Reset Password' }).click();
    const shown = page.getByRole('dialog', { name: 'Temporary password' });
    const password = (await shown.getByLabel('Temporary password').textContent()) ?? '';
    expect(password).toMatch(/^temp[A-Za-z0-9]{8}$/);
    await expectDeskAccessible(page, 'Temporary password');
    await shown.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(password)).toHaveCount(0);
    expect(await everythingStored(page)).not.toContain(password);
    expect(page.url()).not.toContain(password);
    expect(await signInStatus(app, person.email, person.password)).toBe(401);
    expect(await signInStatus(app, person.email, password)).toBe(200);
  },
);

test(
  'The last admin remains one, in the server’s words',
  ONLINE_SWEEP,
  async ({ app, page, consoleGuard }) => {
    consoleGuard.allow(refusedWith(409));
    await app.sql("update users set role = 'customer' where role = 'admin' and email <> $1", [
      app.admin.email,
    ]);
    await openDesk(page, app, 'panel=users&status=admin');
    await act(page, 'Make a customer');
    const question = page.getByRole('alertdialog', { name: 'Make a customer' });
    await expect(question).toContainText('This is your own account');
    await question.getByRole('button', { name: 'Make a customer' }).click();
    await expect(toast(page)).toContainText('Update Failed');
    await expect(toast(page)).toContainText('This is the last active admin');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, app.admin.email)).toContainText('Admin');
  },
);

test(
  'A user’s page shows everything about them, and signs them out everywhere',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    const cookies = await sessionCookies(app, person);
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const whoAmI = async () =>
      (await fetch(`${app.origin}/api/user`, { headers: { Cookie: header } })).status;
    expect(await whoAmI()).toBe(200);

    await openDesk(page, app, 'panel=users');
    await find(page, person.email);
    await page.getByRole('button', { name: person.username, exact: true }).click();
    await expect(page.getByRole('heading', { name: person.username })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`user=${person.id}`));
    await expect(page.getByRole('grid', { name: 'Newest referrals' })).toContainText(friend.name);
    await expect(page.getByRole('region', { name: 'Newest sign-ins' })).toContainText('Signed in');
    await expectDeskAccessible(page, 'A user’s page');

    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('form', { name: 'Edit user' });
    await edit.getByLabel('Phone (Optional)').fill('555 0177');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('555 0177')).toBeVisible();

    await page.getByRole('button', { name: 'End all sessions' }).click();
    const question = page.getByRole('alertdialog', { name: 'End all sessions' });
    await question.getByRole('button', { name: 'End all sessions' }).click();
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
    expect(await whoAmI()).toBe(401);
  },
);

test(
  'Without signal the users are shown with their age, and a failed write keeps what was typed',
  SWEEP,
  async ({ app, page, person, signal }) => {
    await openDesk(page, app, 'panel=users');
    await find(page, person.email);
    await signal.lose();
    await page.reload();
    await expect(row(page, person.email)).toBeVisible();
    await expect(page.getByText(/^As of /)).toBeVisible();
    await act(page, 'Edit', person.username);
    const edit = page.getByRole('form', { name: 'Edit user' });
    await edit.getByLabel('Phone (Optional)').fill('555 0166');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Update Failed');
    await expect(edit.getByLabel('Phone (Optional)')).toHaveValue('555 0166');
    await signal.regain();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('User updated');
  },
);
