import type { Page } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { faultsOfTabbing, tabTo } from '../fixtures/keyboard.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import { CONSOLE_PLACES } from '../fixtures/pages.ts';
import { referFromElsewhere } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test(
  'Tab reaches everything in every panel, in order and visibly',
  SWEEP,
  async ({ app, page, person }) => {
    await referFromElsewhere(app, person);
    await openDesk(page, app, 'panel=overview');
    for (const { title, path, text } of CONSOLE_PLACES) {
      await page.goto(path);
      await expect(page.locator('.console-panel').getByText(text).first()).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      // What appears while Tab moves on would be skipped.
      await expect(page.locator('.panel-age [aria-busy="true"]')).toHaveCount(0);
      expect.soft(await faultsOfTabbing(page), title).toEqual([]);
    }
  },
);

test(
  'Rows of the list can be walked, selected and opened by keyboard, and the focus comes back',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 30);
    await openDesk(page, app, `panel=referrals&referrer=${person.id}`);
    const row = (index: number) => page.locator(`[data-index="${index}"]`);
    await expect(row(2)).toContainText('Friend 28');
    await tabTo(page, row(0));
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect(row(2)).toBeFocused();
    await press(page, 'Space', 'Shift+ArrowDown');
    await expect(page.getByRole('region', { name: 'Selected referrals' })).toContainText(
      '2 selected',
    );
    await press(page, 'Enter');
    await expect(page.getByRole('dialog', { name: 'Friend 27' })).toBeVisible();
    await press(page, 'Escape');
    await expect(row(3)).toBeFocused();
    await press(page, 'End');
    await expect(row(29)).toBeFocused();
    await press(page, 'Home');
    await expect(row(0)).toBeFocused();
  },
);

test(
  'The finder over a drawer takes the focus and gives it back, as does a question',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 1);
    await openDesk(page, app, `panel=referrals&q=${encodeURIComponent(person.email)}`);
    await page.getByText('Friend 1').first().click();
    const drawer = page.getByRole('dialog', { name: 'Friend 1' });
    const remove = drawer.getByRole('button', { name: 'Delete' });
    const find = page.getByRole('dialog', { name: 'Find anything' });
    await tabTo(page, remove);
    await page.keyboard.press('Control+k');
    await expect(find.getByRole('searchbox')).toBeFocused();
    await press(page, 'Escape');
    await expect(remove).toBeFocused();
    await remove.click();
    await expect(page.getByRole('alertdialog', { name: 'Delete Friend 1' })).toBeFocused();
    await press(page, 'Escape');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(find.getByRole('searchbox')).toBeFocused();
  },
);

test(
  'A referral is chosen, changed and asked about by keys in Status Management',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 3);
    await openDesk(page, app, `panel=status&q=${encodeURIComponent(person.email)}`);
    const list = page.getByRole('listbox', { name: 'All referrals' });
    await expect(list.getByRole('option')).toHaveCount(3);
    await tabTo(page, list);
    await press(page, 'ArrowDown', 'Enter');
    await expect(page.getByRole('heading', { level: 3, name: 'Friend 2' })).toBeVisible();
    const status = page
      .getByRole('region', { name: 'Referral' })
      .getByLabel('Status', { exact: true });
    await tabTo(page, status);
    await page.keyboard.type('Comp');
    await tabTo(page, page.getByRole('button', { name: 'Update' }));
    await press(page, 'Enter');
    await expect(list.getByRole('option', { name: /Friend 2/ })).toContainText('Completed');
    const remove = page.getByRole('button', { name: 'Delete' });
    await tabTo(page, remove);
    await press(page, 'Enter');
    await expect(page.getByRole('alertdialog', { name: 'Delete Friend 2' })).toBeVisible();
    await press(page, 'Escape');
    await expect(remove).toBeFocused();
  },
);

test(
  'Tabs and in-place edits work by keyboard, and the focus comes back',
  SWEEP,
  async ({ app, page }) => {
    await openDesk(page, app, 'panel=programme');
    const edit = page.getByRole('button', { name: 'Edit First Light' });
    await tabTo(page, edit);
    await press(page, 'Enter');
    const form = page.getByRole('form', { name: 'Edit First Light' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await tabTo(page, form.getByRole('button', { name: 'Cancel' }));
    await press(page, 'Enter');
    await expect(edit).toBeFocused();
    await press(page, 'Shift+Tab', 'Enter');
    await expect(page.getByRole('alertdialog', { name: /First Light/ })).toBeVisible();
    await press(page, 'Escape');
    await expect(page.getByRole('button', { name: 'Delete First Light' })).toBeFocused();
    await page.getByRole('tab', { name: 'Reward Tiers' }).focus();
    await press(page, 'ArrowRight');
    await expect(page.getByRole('tab', { name: 'Available Rewards' })).toBeFocused();
    await expect(page.getByRole('form', { name: 'Create a reward' })).toBeVisible();
  },
);

test(
  'A quote can be given to a customer by keyboard alone',
  SWEEP,
  async ({ app, page, person }) => {
    const name = await askForQuote(app);
    await openDesk(page, app, 'panel=quotes');
    const opener = page.getByRole('button', { name: new RegExp(name) });
    await tabTo(page, opener);
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name });
    await tabTo(page, dialog.getByRole('button', { name: 'Turn into a referral' }));
    await press(page, 'Enter');
    const field = dialog.getByRole('combobox', { name: /^Search users/ });
    await expect(field).toBeFocused();
    await page.keyboard.type(person.username);
    await expect(page.getByRole('option', { name: new RegExp(person.username) })).toBeVisible();
    await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await expect(field).toHaveValue(new RegExp(person.username));
    await expect(field).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Turn into a referral' }));
    await press(page, 'Enter');
    await expect(dialog.getByRole('button', { name: 'Open the referral' })).toBeVisible();
    await expect(dialog.getByRole('link', { name: `Call ${name}` })).toBeFocused();
    await press(page, 'Escape');
    await expect(opener).toBeFocused();
  },
);
