import type { Page } from 'playwright/test';
import { showPlace } from '../fixtures/desk-pages.ts';
import { expectFits } from '../fixtures/fits.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import { overlapsOf } from '../fixtures/overlaps.ts';
import { CUSTOMER_PLACES, DESK_PLACES } from '../fixtures/pages.ts';
import { codeOf, letTake, makePerson, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { serverRows } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

/** Doubles the text while the layout's sizes stay as they are: the hardest case. */
async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
}

test(
  'With text at 200 % nothing a customer sees is wider than the screen',
  SWEEP,
  async ({ app, page, person }) => {
    await referFromElsewhere(app, person);
    await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed', 'submitted']);
    // A rep sees all a customer sees, and more.
    await letTake(app, person);
    await signIn(page, person);
    await enlargeText(page);
    for (const path of CUSTOMER_PLACES) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectFits(page, `${path} at ${width} px`);
      }
    }
    await page.goto('/referrals?upload=1');
    await page.getByRole('tab', { name: 'Paste Text' }).click();
    const text = page.getByLabel('Text with people in it');
    await text.fill(
      'Maya Lopez, maya@long-home-address.example\ncall Tom Ray on 555 765 4321\nBye',
    );
    await expectFits(page, 'a pasted text');
    await page.getByRole('button', { name: 'Find people' }).click();
    await expect(page.getByText('Left out 2')).toBeVisible();
    await expectFits(page, 'people found in a text');
  },
);

test(
  'With text at 200 % nothing in the desk overlaps or scrolls sideways',
  SWEEP,
  async ({ app, page, person }) => {
    const twice = await referFromElsewhere(app, person);
    await referFromElsewhere(app, person);
    await referFromElsewhere(app, app.admin, twice);
    await setStatuses(app, person, ['completed', 'submitted']);
    // Who is owed this much needs a tax form, whose day is the widest field of Payouts.
    const earner = await makePerson(app);
    await seedReferrals(app, earner, 7);
    await setStatuses(app, earner, ['completed']);
    await askForQuote(app);
    await askForQuote(app, { referralCode: await codeOf(app, person) });
    await signIn(page, app.admin);
    await enlargeText(page);
    for (const place of DESK_PLACES) {
      await showPlace(page, place);
      if (place.title === 'Payouts')
        await expect(page.getByText('Form received on').first()).toBeVisible();
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(async () => {
          expect(
            await overlapsOf(page),
            `${place.title} at ${width} px: overlapping texts`,
          ).toEqual([]);
        }).toPass();
        await expectFits(page, `${place.title} at ${width} px`);
      }
    }
    const [row] = await serverRows(app, twice);
    await page.goto(`/admin?panel=referrals&id=${row?.id}`);
    await expect(page.getByRole('button', { name: 'Forget', exact: true })).toBeVisible();
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page, `Details at ${width} px`);
    }
  },
);
