import { routes } from '@sunloop/shared-types/routes.ts';
import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { sessionCookies } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { toast } from '../fixtures/toast.ts';

/** An admin on another device closes a request. */
async function closeElsewhere(app: AppProcess, name: string): Promise<void> {
  const cookies = await sessionCookies(app, app.admin);
  const [row] = await app.sql<{ id: string }>('select id from quotes where name = $1', [name]);
  const response = await fetch(
    `${app.origin}${routes.changeQuote.path.replace(':id', row?.id ?? '')}`,
    {
      method: routes.changeQuote.method,
      headers: {
        'Content-Type': 'application/json',
        Cookie: cookies.map(({ name: key, value }) => `${key}=${value}`).join('; '),
      },
      body: JSON.stringify({ status: 'closed' }),
    },
  );
  expect(response.status).toBe(200);
}

const open = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(name) }).click();

async function chooseUser(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Turn into a referral' }).click();
  await page.getByRole('combobox', { name: /^Search users/ }).fill(username);
  await page.getByRole('option', { name: new RegExp(username) }).click();
}

test(
  'A request is found, read, and turned into a customer’s referral',
  ONLINE,
  async ({ app, page, person }) => {
    const name = await askForQuote(app);
    await openDesk(page, app, 'panel=quotes');
    await page.getByRole('searchbox').fill(name);
    await page.getByRole('radio', { name: /^Open/ }).click();
    await expect(page).toHaveURL(/status=open/);
    await expectDeskAccessible(page, 'Quote requests');

    await open(page, name);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toContainText('with a chimney');
    await expect(dialog.getByRole('link', { name: `Call ${name}` })).toHaveAttribute(
      'href',
      'tel:+15205550100',
    );
    await expectDeskAccessible(page, 'A quote request');
    await chooseUser(page, person.username);
    await expectDeskAccessible(page, 'A quote request for a chosen user');
    await page.getByRole('button', { name: 'Turn into a referral' }).click();
    await expect(toast(page)).toContainText(`${name} is now a referral of ${person.username}.`);
    await expect(dialog.getByRole('button', { name: 'Open the referral' })).toBeVisible();
    const rows = await app.sql('select 1 from referrals where user_id = $1 and name = $2', [
      person.id,
      name,
    ]);
    expect(rows).toHaveLength(1);
  },
);

test(
  'The person who asked cannot be their own referral, and the reason is shown',
  ONLINE_SWEEP,
  async ({ app, page, person, consoleGuard }) => {
    consoleGuard.allow(refusedWith(409));
    const name = await askForQuote(app, { email: person.email });
    await openDesk(page, app, 'panel=quotes');
    await open(page, name);
    await chooseUser(page, person.username);
    await page.getByRole('button', { name: 'Turn into a referral' }).click();
    await expect(toast(page)).toContainText('Update Failed');
    const form = page.getByRole('form', { name: 'Turn into a referral' });
    await expect(form.getByRole('status').last()).not.toBeEmpty();
    await expect(form.getByRole('combobox')).toHaveValue(new RegExp(person.email));
  },
);

test(
  'A request is closed and opened again; a link leads straight to it',
  SWEEP,
  async ({ app, page }) => {
    const name = await askForQuote(app);
    await openDesk(page, app, 'panel=quotes');
    await open(page, name);
    await page.getByRole('button', { name: 'Close request' }).click();
    await expect(toast(page)).toContainText('Request closed');
    const address = page.url();
    expect(address).toContain('id=');
    await page.goto(address);
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await expect(toast(page)).toContainText('Request reopened');
    await expect(dialog.getByRole('button', { name: 'Close request' })).toBeVisible();
  },
);

test(
  'What another admin did to a request meanwhile is shown and not overwritten',
  SWEEP,
  async ({ app, page, person, consoleGuard }) => {
    consoleGuard.allow(refusedWith(409));
    const name = await askForQuote(app);
    await openDesk(page, app, 'panel=quotes');
    await open(page, name);
    await chooseUser(page, person.username);
    await closeElsewhere(app, name);
    await page.getByRole('button', { name: 'Turn into a referral' }).click();
    const dialog = page.getByRole('dialog', { name });
    const notice = dialog.getByRole('region', { name: 'Your change was not made' });
    await expect(notice).toContainText('has closed this request meanwhile');
    await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible();
    await expectDeskAccessible(page, 'A quote request another admin was faster with');
    const rows = await app.sql('select 1 from referrals where name = $1', [name]);
    expect(rows).toEqual([]);

    // Now that it has been seen, the admin may continue from there.
    await chooseUser(page, person.username);
    await page.getByRole('button', { name: 'Turn into a referral' }).click();
    await expect(toast(page)).toContainText(`${name} is now a referral of ${person.username}.`);
    await expect(notice).toHaveCount(0);
  },
);

test(
  'Without signal the requests are shown with their age, and a change says why it cannot be made',
  SWEEP,
  async ({ app, page, signal }) => {
    const name = await askForQuote(app);
    await openDesk(page, app, 'panel=quotes');
    await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible();
    await signal.lose();
    await page.reload();
    await open(page, name);
    await expect(page.getByText(/^As of /).first()).toBeVisible();
    await page.getByRole('button', { name: 'Close request' }).click();
    await expect(toast(page)).toContainText('Update Failed');
    await page.getByRole('button', { name: 'Turn into a referral' }).click();
    await page.getByRole('combobox', { name: /^Search users/ }).fill('a');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
);
