import { expect, type Locator, type Page } from 'playwright/test';
import { DIALOGS } from '../fixtures/pages.ts';
import { makeFriend, openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { fillReferral, listItem } from '../fixtures/referrals.ts';
import { isWholeOnScreen } from '../fixtures/seen.ts';
import { ONLINE, ONLINE_SWEEP } from '../fixtures/tags.ts';
import { test } from '../fixtures/test.ts';

/** With the keyboard open, on its side, and the narrowest. */
const LOW = [
  { width: 390, height: 460 },
  { width: 844, height: 390 },
  { width: 320, height: 568 },
];

const dialog = (page: Page) => page.getByRole('dialog').last();

/** Each message of the form in the dialog is seen whole with its field, once that has the focus. */
async function expectMessagesSeen(page: Page, what: string): Promise<void> {
  const fields = dialog(page).locator('[aria-invalid=true]');
  for (const field of await fields.all()) {
    await field.focus();
    await page.keyboard.press('Shift');
    const message = dialog(page).locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    await expectSeen(message, what);
    await expectSeen(field, what);
  }
}

async function expectSeen(message: Locator, what: string): Promise<void> {
  await expect(message, what).toBeVisible();
  await expect
    .poll(() => message.evaluate(isWholeOnScreen), { message: what, timeout: 5000 })
    .toBe(null);
}

test(
  'No message of a form in a dialog lies behind a bar',
  ONLINE_SWEEP,
  async ({ page, person }) => {
    await signIn(page, person);
    for (const size of LOW) {
      await page.setViewportSize(size);
      for (const path of Object.values(DIALOGS)) {
        await page.goto(path);
        await expect(dialog(page)).toBeVisible();
        const form = dialog(page).locator('form');
        if ((await form.count()) === 0) continue;
        await form.locator('[type=submit]').first().click();
        await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
        await expectMessagesSeen(page, `${path}, ${size.width} px`);
      }
    }
  },
);

for (const size of LOW) {
  test(
    `At ${size.width} × ${size.height}, Add says at its field who is known already, while one types, and opens them`,
    size === LOW[0] ? ONLINE : ONLINE_SWEEP,
    async ({ app, page, person }) => {
      const known = await referFromElsewhere(app, person);
      await signIn(page, person);
      await expect(listItem(page, known)).toBeVisible();
      await page.setViewportSize(size);
      await page.goto('/?add=1');
      const email = dialog(page).getByLabel('Email');
      await email.pressSequentially(known.email);
      const reason = dialog(page).getByText('You have already referred');
      await expectSeen(reason, 'the reason');
      await expectSeen(email, 'its field');
      await fillReferral(page, { ...makeFriend(), email: known.email });
      await dialog(page).getByRole('button', { name: 'Add Referral' }).click();
      await expect(email).toBeFocused();
      await expectSeen(reason, 'the reason after Add');
      await dialog(page).getByRole('link', { name: 'Open this friend' }).click();
      await expect(page.getByRole('dialog', { name: known.name })).toBeVisible();
    },
  );
}

test(
  'A friend with a phone that is known is added once one agreed',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const known = await referFromElsewhere(app, person, makeFriend({ phone: '512 555 0142' }));
    await signIn(page, person);
    // The device knows whom it has on its list.
    await expect(listItem(page, known)).toBeVisible();
    await page.setViewportSize(LOW[0]!);
    await openAs(page, person, '/?add=1');
    await fillReferral(page, makeFriend({ phone: known.phone }));
    await dialog(page).getByRole('button', { name: 'Add Referral' }).click();
    const agree = dialog(page).getByRole('button', { name: 'Add anyway' });
    await expectSeen(agree, 'Add anyway');
    await agree.click();
    await expect(dialog(page)).toBeHidden();
  },
);
