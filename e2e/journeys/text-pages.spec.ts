import { TEXT_PAGES, textPagePath } from '@sunloop/shared-types/visitors/text-pages.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { openDesk } from '../fixtures/desk-pages.ts';
import { expectFits } from '../fixtures/fits.ts';
import { codeOf, signIn } from '../fixtures/people.ts';
import { ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

test(
  'Whoever signs in, was invited or has an account finds the operator’s pages, and the way back',
  SWEEP,
  async ({ app, page, person }) => {
    const ways = ['/auth', `/refer/${await codeOf(app, person)}`];
    for (const way of ways) {
      await page.goto(way);
      for (const name of TEXT_PAGES) await expect(page.getByRole('link', { name })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
    await expect(page).toHaveTitle('Privacy · Sunloop');
    await expectAccessible(page, 'the privacy page');
    await expectFits(page, 'the privacy page');
    await signIn(page, person);
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
    await page.getByRole('link', { name: 'Sunloop' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Person');
  },
);

test(
  'Without signal the pages can be read, also by whoever never opened them',
  SWEEP,
  async ({ home: page, signal }) => {
    await signal.lose();
    for (const title of TEXT_PAGES) {
      await page.goto(textPagePath(title));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText('Last changed')).toBeVisible();
    }
  },
);

test(
  'An admin writes a page, and is told what is wrong with it',
  ONLINE_SWEEP,
  async ({ app, page, consoleGuard }) => {
    consoleGuard.allow(/status of 400/);
    await openDesk(page, app, 'panel=settings');
    const pages = page.getByRole('main').locator('summary', { hasText: 'Public pages' });
    await pages.click();
    const row = page.getByRole('listitem').filter({ hasText: 'Accessibility page' });
    await expect(row).toContainText('Our first text: have your counsel check it');
    const first = await app.sql<{ value: string }>(
      `select value from system_settings where key = 'pages.accessibility'`,
      [],
    );
    await row.getByRole('button', { name: 'Edit Accessibility page' }).click();
    const text = row.getByRole('textbox', { name: 'Text' });
    await expect(text).toBeFocused();
    await text.fill('# Ours\n[Write](javascript:0)');
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByText(/must begin with https/)).toBeVisible();
    await text.fill(`${first[0]?.value}\n\nWritten here.`);
    await row.getByRole('button', { name: 'Save' }).click();
    // Until the panel has read it again it shows the text before, and typing that changes nothing.
    const count = (first[0]?.value ?? '').split(/\s+/).length + 2;
    await row.getByRole('link', { name: `${count} words` }).click();
    await expect(page.getByText('Written here.')).toBeVisible();

    await page.goBack();
    await pages.click();
    await row.getByRole('button', { name: 'Edit Accessibility page' }).click();
    await text.fill(first[0]?.value ?? '');
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(text).toBeHidden();
  },
);
