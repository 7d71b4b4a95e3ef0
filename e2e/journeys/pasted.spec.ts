import type { Page } from 'playwright/test';
import { makeFriend } from '../fixtures/people.ts';
import { addReferral } from '../fixtures/referrals.ts';
import { ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByLabel(name);

/** Pastes a text of several lines, which no one-line field holds, at the end of a field. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const lines = document.createElement('textarea');
    lines.value = copied;
    (document.querySelector('[role=dialog], dialog') ?? document.body).append(lines);
    lines.select();
    document.execCommand('copy');
    lines.remove();
  }, text);
  await field(page, name).press('End');
  await field(page, name).press('ControlOrMeta+v');
}

test(
  'A pasted address of several lines is one line with commas, and can be undone',
  ONLINE_SWEEP,
  async ({ home: page }) => {
    await page.goto('/?add=1');
    const address = field(page, 'Address (Optional)');
    await address.fill('Home: ');
    await paste(page, 'Address (Optional)', '12 Elm St,\n  Apt 4\n\nSpringfield, IL 62701\n');
    await expect(address).toHaveValue('Home: 12 Elm St, Apt 4, Springfield, IL 62701');
    await address.press('ControlOrMeta+z');
    await expect(address).toHaveValue('Home: ');
  },
);

test(
  'A person pasted into the name is read into the fields, without signal, too; what was typed stays',
  SWEEP,
  async ({ home: page, signal }) => {
    await addReferral(page, makeFriend());
    await signal.lose();
    await page.goto('/?add=1');
    await paste(page, 'Full Name', 'Maya Torres\nmaya@torres.example\n(520) 555-0134\n12 Elm St');
    await expect(field(page, 'Full Name')).toHaveValue('Maya Torres');
    await expect(field(page, 'Email')).toHaveValue('maya@torres.example');
    await expect(field(page, 'Phone Number')).toHaveValue('(520) 555-0134');
    await expect(dialog(page)).toContainText('Filled in from what you pasted.');

    await field(page, 'Full Name').fill('');
    await field(page, 'Phone Number').fill('520 555 0199');
    await field(page, 'Email').fill('');
    await paste(page, 'Full Name', 'Ivo Lang ivo@lang.example 520 555 0177');
    await expect(field(page, 'Full Name')).toHaveValue('Ivo Lang');
    await expect(field(page, 'Email')).toHaveValue('ivo@lang.example');
    await expect(field(page, 'Phone Number')).toHaveValue('520 555 0199');

    await field(page, 'Full Name').fill('');
    await paste(page, 'Full Name', 'Ann Lee ann@lee.example\nBo Fox bo@fox.example');
    await expect(dialog(page)).toContainText('Several people');
    await expect(field(page, 'Full Name')).toHaveValue('');
    await paste(page, 'Full Name', 'Just A Name');
    await expect(field(page, 'Full Name')).toHaveValue('Just A Name');
    await expect(dialog(page)).not.toContainText('Several people');
  },
);
