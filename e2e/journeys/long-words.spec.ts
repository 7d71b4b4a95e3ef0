import { showPlace } from '../fixtures/desk-pages.ts';
import { expectNoSideways } from '../fixtures/fits.ts';
import { CUSTOMER_PLACES, DESK_PLACES } from '../fixtures/pages.ts';
import type { AppProcess } from '../fixtures/app-process.ts';
import { referFromElsewhere, signIn, uniqueWord, type Person } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

/** A text of the length that API.md allows, without a space, in the widest letter. */
const longWord = (length: number) => uniqueWord().replaceAll('-', '').padEnd(length, 'W');
const longEmail = () => `${longWord(64)}@${'w'.repeat(60)}.${'w'.repeat(60)}.com`;

/** Gives the person the longest name, with two referrals of people who have one, too. */
async function lengthen(app: AppProcess, person: Person): Promise<void> {
  await app.sql('update users set username = $1 where id = $2', [longWord(50), person.id]);
  for (const phone of ['5'.repeat(40), '555'])
    await referFromElsewhere(app, person, { name: longWord(200), email: longEmail(), phone });
  await setStatuses(app, person, ['completed', 'submitted']);
}

test(
  'The longest names and addresses fit every screen of a customer',
  SWEEP,
  async ({ app, page, person }) => {
    await lengthen(app, person);
    await signIn(page, person);
    for (const path of CUSTOMER_PLACES) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('.skeleton, .spinner')).toHaveCount(0);
      await expectNoSideways(page, path);
    }
    await page.goto('/referrals');
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoSideways(page, 'the details of a referral');
  },
);

test(
  'The longest names and addresses fit every screen of the desk',
  SWEEP,
  async ({ app, page, person }) => {
    await lengthen(app, person);
    await askForQuote(app, { email: longEmail() });
    await signIn(page, app.admin);
    for (const place of DESK_PLACES) {
      await showPlace(page, place);
      await expectNoSideways(page, place.title);
    }
  },
);
