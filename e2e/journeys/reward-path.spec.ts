import type { Page } from 'playwright/test';
import { expectNoSideways } from '../fixtures/fits.ts';
import { openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use(WITHOUT_WORKER);

const stops = (page: Page) => page.locator('.progress-tracker li');

test('Rewards are a path of ten stops, with friends at theirs and the next sum after them', async ({
  app,
  page,
  person,
}) => {
  const first = await referFromElsewhere(app, person);
  const second = await referFromElsewhere(app, person);
  await referFromElsewhere(app, person);
  await setStatuses(app, person, ['completed', 'completed', 'contact_made']);
  await openAs(page, person, '/rewards');
  await expect(stops(page)).toHaveCount(10);
  await expect(page.getByText('2 / 10')).toBeVisible();
  await expect(stops(page).nth(0)).toContainText(first.name);
  await expect(stops(page).nth(0)).toContainText('$300');
  await expect(stops(page).nth(1)).toContainText(second.name);
  await expect(stops(page).nth(2)).toContainText(/Next.*\$400/);
  await expect(stops(page).nth(9)).toContainText('50% Tesla Powerwall discount');
  await expect(stops(page).nth(1).locator('.reward')).toHaveAttribute('data-earned', 'true');
  await expect(stops(page).nth(2).locator('.reward')).toHaveAttribute('data-earned', 'false');
  const ladder = page.getByRole('heading', { name: 'Reward ladder' });
  await expect(ladder, 'told once, by the path').toBeHidden();
  await page.getByText('All rewards and rules').click();
  await expect(ladder).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Rewards Progress' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Available Rewards' })).toBeVisible();
  await expectNoSideways(page, 'the path');
});

test(
  'A friend can be followed like a parcel: what is done and when, what comes next and how soon',
  SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await setStatuses(app, person, ['contact_made']);
    await signIn(page, person);
    await page.getByRole('link', { name: `Details of ${friend.name}` }).click();
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    const wanted = ['Submitted', 'Contacted', 'In progress', 'Installed', 'Paid'];
    await expect(steps).toHaveCount(wanted.length);
    for (const [at, title] of wanted.entries()) await expect(steps.nth(at)).toContainText(title);
    await expect(steps.nth(1)).toContainText(/\d{4}/);
    await expect(steps.nth(2)).toContainText('Next: We visit and plan, usually 1 to 2 weeks.');

    await setStatuses(app, person, ['completed']);
    await page.reload();
    await expect(steps.nth(4)).toContainText('Next: Your reward follows');
  },
);
