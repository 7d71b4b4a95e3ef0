import { routes } from '@sunloop/shared-types';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { referFromElsewhere, uniqueWord } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe.configure({ timeout: 120_000 });

test('What waits stands at the top and in the navigation, each a way to it', async ({
  app,
  page,
  person,
}) => {
  const friend = await referFromElsewhere(app, person);
  const visitor = `Visitor ${uniqueWord()}`;
  await fetch(`${app.origin}${routes.requestQuote.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: visitor,
      email: `visitor.${uniqueWord()}@example.com`,
      phone: '+1 555 0100',
    }),
  });
  await openDesk(page, app, 'panel=overview');
  const inbox = page.getByRole('navigation', { name: 'Inbox' });
  const nav = page.getByRole('navigation', { name: 'Admin Panel' });
  await expect(inbox.getByRole('link', { name: /^\d+ new quotes?$/ })).toBeVisible();
  await expect(inbox.getByRole('link', { name: /^\d+ not called$/ })).toBeVisible();
  await expect(nav.getByRole('link', { name: /^Quote Requests \d+ new$/ })).toBeVisible();
  await expectDeskAccessible(page, 'the inbox');

  await inbox.getByRole('link', { name: /not called/ }).click();
  await expect(page).toHaveURL(/status=submitted/);
  await expect(page.getByText(friend.name).first()).toBeVisible();
  await nav.getByRole('link', { name: 'System Overview' }).click();
  await inbox.getByRole('link', { name: /new quote/ }).click();
  await expect(page.getByRole('button', { name: new RegExp(visitor) })).toBeVisible();
});
