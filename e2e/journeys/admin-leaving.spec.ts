import type { Page } from 'playwright/test';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { uniqueWord } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test.use(WITHOUT_WORKER);

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const goTo = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: panel }).click();

interface HalfTyped {
  what: string;
  place: string;
  type: (page: Page, text: string) => Promise<void>;
  /** Checks that the text is shown. */
  shown: (page: Page, text: string) => Promise<void>;
}

/** A form whose field holds what was typed. */
function typedInto(form: string, label: string): Pick<HalfTyped, 'type' | 'shown'> {
  const field = (page: Page) =>
    page.getByRole('form', { name: form, exact: true }).getByLabel(label, { exact: true });
  return {
    type: (page, text) => field(page).fill(text),
    shown: (page, text) => expect(field(page)).toHaveValue(text),
  };
}

const FORMS: readonly HalfTyped[] = [
  { what: 'a new tier', place: 'panel=programme', ...typedInto('Create a tier', 'Name') },
  {
    what: 'a new reward',
    place: 'panel=programme&tab=rewards',
    ...typedInto('Create a reward', 'Name'),
  },
  {
    what: 'a new achievement',
    place: 'panel=programme&tab=achievements',
    ...typedInto('Create an achievement', 'Title'),
  },
  { what: 'a new user', place: 'panel=users&tab=add', ...typedInto('Add User', 'Password') },
];

for (const { what, place, type, shown } of FORMS) {
  test(
    `Half-typed, ${what} is asked about before another panel opens`,
    SWEEP,
    async ({ app, page }) => {
      const text = `Half ${uniqueWord()}`;
      await openDesk(page, app, place);
      await type(page, text);
      await goTo(page, 'System Overview');
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(question(page)).toBeHidden();
      await shown(page, text);

      await goTo(page, 'System Overview');
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(heading(page, 'System Overview')).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${place.replaceAll('&', '.')}$`));
      await shown(page, '');
    },
  );
}

test('A setting being edited is asked about before the tabs, Back or the link to the dashboard leave it', async ({
  app,
  page,
}) => {
  await openDesk(page, app, 'panel=quotes');
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Edit Help email' }).click();
  await page.getByLabel('Value').fill('half@');
  const keep = async () => {
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Value')).toHaveValue('half@');
    await expect(page).toHaveURL(/panel=settings$/);
  };
  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await expectDeskAccessible(page, 'The question before half-typed work goes');
  await keep();
  await page.goBack();
  await keep();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await keep();
  await page.goBack();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(heading(page, 'Quote Requests')).toBeVisible();
});

test(
  'A half-finished conversion of a quote is asked about before its dialog closes',
  SWEEP,
  async ({ app, page, person }) => {
    const name = await askForQuote(app);
    await openDesk(page, app, 'panel=quotes');
    await page.getByRole('button', { name: new RegExp(name) }).click();
    await page.getByRole('button', { name: 'Turn into a referral' }).click();
    const field = page.getByRole('combobox', { name: /^Search users/ });
    await field.fill(person.username);
    await page.getByRole('option', { name: new RegExp(person.username) }).click();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(field).toHaveValue(new RegExp(person.username));
  },
);

test(
  'Saved or canceled edits are not asked about, and signing out is not held up',
  SWEEP,
  async ({ app, page }) => {
    const name = `Saved ${uniqueWord()}`;
    await openDesk(page, app, 'panel=programme&tab=rewards');
    const form = page.getByRole('form', { name: 'Create a reward' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Amount').fill('$5');
    await form.getByRole('button', { name: 'Create Reward' }).click();
    await expect(toast(page)).toContainText('Reward created');
    await app.sql('delete from available_rewards where name = $1', [name]);
    await goTo(page, 'User Management');
    await expect(heading(page, 'User Management')).toBeFocused();

    await page.getByRole('button', { name: 'Add User' }).click();
    const user = page.getByRole('form', { name: 'Add User' });
    await user.getByLabel('Username').fill('Somebody');
    await user.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add User' }).click();
    await expect(user.getByLabel('Username')).toHaveValue('');
    await goTo(page, 'Settings');
    await expect(heading(page, 'Settings')).toBeFocused();

    await page.getByRole('button', { name: 'Edit Help email' }).click();
    await page.getByLabel('Value').fill('half@');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth/);
  },
);
