import { seedReferrals } from '../fixtures/many-referrals.ts';
import { expectNoSideways } from '../fixtures/fits.ts';
import { makeFriend, openAs, referFromElsewhere } from '../fixtures/people.ts';
import { fillReferral, listItem } from '../fixtures/referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use(WITHOUT_WORKER);

const MANY = 10_000;

test('The list can be filtered, sorted and searched, and its view survives a reload', async ({
  app,
  page,
  person,
}) => {
  await seedReferrals(app, person, 30);
  await openAs(page, person, '/referrals');
  const list = page.getByRole('list', { name: 'All Referrals' });
  const first = list.getByRole('listitem').first();
  await expect(first).toContainText('Friend 30');

  await page.getByLabel('Sort').selectOption('Oldest');
  await expect(first).toContainText('friend.1@');
  await page.getByLabel('Status').selectOption('in_progress');
  await expect(first).toContainText('friend.2@');
  await expect(page.getByText('10 referrals')).toBeVisible();
  await page.getByRole('searchbox').fill('friend.29@');
  await expect(page.getByText('1 referral', { exact: true })).toBeVisible();
  await expect(first).toContainText('Friend 29');
  const view = { sort: 'oldest', status: 'in_progress', q: 'friend.29@' };
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(view);

  await page.reload();
  await expect(first).toContainText('Friend 29');
  await expect(page.getByRole('searchbox')).toHaveValue('friend.29@');
  await page.getByRole('searchbox').fill('nobody at all');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText('30 referrals')).toBeVisible();
});

test(
  'Ten thousand referrals can be scrolled to the last, and only those on the screen are rendered',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, MANY);
    await openAs(page, person, '/referrals');
    await expect(page.getByText('10,000 referrals')).toBeVisible({ timeout: 20_000 });
    const items = page.getByRole('list', { name: 'All Referrals' }).getByRole('listitem');
    await expect(items.first()).toContainText('Friend 10000');
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(items.last()).toContainText('friend.1@', { timeout: 500 });
      // Rows are measured as they appear, so the page's end may move once more.
      await expect(items.last()).toBeInViewport({ timeout: 500 });
    }).toPass();
    expect(await items.count()).toBeLessThan(60);

    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('searchbox').fill('friend 7777');
    await expect(items.first()).toContainText('Friend 7777');
  },
);

test(
  'The keyboard opens a referral with its history, and closing returns the focus',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 3);
    await openAs(page, person, '/referrals?status=contact_made');
    const name = page.getByRole('button', { name: 'Friend 1', exact: true });
    await name.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Friend 1' });
    await expect(dialog).toContainText('Date submitted');
    await expect(dialog).toContainText('when installed');
    await expect(dialog.getByRole('list', { name: 'History' })).toContainText('Submitted');
    await dialog.getByRole('button', { name: 'Send Reminder' }).click();
    // No share sheet here: what opened still has to be sent.
    await expect(toast(page)).toContainText('Your message is ready to send');
    await expect(toast(page)).toContainText('Send it to friend.1@example.com');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(name).toBeFocused();
    await expect(page).toHaveURL(/\?status=contact_made$/);
  },
);

test('Somebody referred before is refused, somebody who only shares a phone may be added anyway', async ({
  app,
  page,
  person,
}) => {
  await seedReferrals(app, person, 1);
  await app.sql(`update referrals set phone = '+1 555 010 0199' where user_id = $1`, [person.id]);
  await openAs(page, person, '/referrals?add=1');
  await expect(page.getByRole('dialog')).toBeVisible();
  const friend = makeFriend({ phone: '(555) 010-0199' });
  const save = page.getByRole('button', { name: 'Add Referral', exact: true });

  await fillReferral(page, { ...friend, email: 'FRIEND.1@example.com' });
  await save.click();
  await expect(page.getByText('You have already referred this person')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add anyway' })).toBeHidden();

  await fillReferral(page, friend);
  await save.click();
  await page.getByRole('button', { name: 'Add anyway' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(listItem(page, friend)).toContainText('Submitted');
});

test(
  'On a phone the link is one row, search another, and each friend has two lines',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 12);
    await openAs(page, person, '/referrals');
    const first = page.locator('.referral-item').first();
    await expect(page.getByText(/^Next install pays/)).toBeVisible();
    await expect(page.getByText(/^As of /)).toBeVisible();
    const link = await page.getByRole('region', { name: 'Your referral link' }).boundingBox();
    expect(link?.height).toBeLessThanOrEqual(56);
    const box = await first.boundingBox();
    expect(box?.y).toBeLessThanOrEqual(410);
    expect(box?.height, 'two lines and their padding').toBeLessThanOrEqual(72);
    await expectNoSideways(page, 'My Referrals');
  },
);

test(
  'A reminder is offered for a friend who can still decide, and for nobody else',
  SWEEP,
  async ({ app, page, person }) => {
    const friends = [];
    for (let n = 0; n < 4; n += 1) friends.push(await referFromElsewhere(app, person));
    await setStatuses(app, person, ['submitted', 'contact_made', 'in_progress', 'completed']);
    await openAs(page, person, '/referrals');
    for (const [at, { name }] of friends.entries()) {
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog.getByRole('list', { name: 'Progress' })).toBeVisible();
      const reminders = dialog.getByRole('button', { name: 'Send Reminder' });
      await expect(reminders).toHaveCount(at < 2 ? 1 : 0);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  },
);

test(
  'A row’s state is whole beside any reward, on the narrowest phone and with large text',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 12);
    // The tenth is paid with words, the longest there are.
    const eight = Array.from({ length: 8 }, () => 'completed' as const);
    await setStatuses(app, person, [
      'completed',
      ...eight,
      'contact_made',
      'in_progress',
      'submitted',
    ]);
    await openAs(page, person, '/referrals');
    await expect(page.getByText('12 referrals')).toBeVisible();
    await expect(page.getByText(/^Next install pays .*Powerwall/)).toBeVisible();
    for (const size of ['100%', '200%'])
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
          window.scrollTo(0, 0);
        }, size);
        await expect
          .poll(() => page.evaluate(cutParts), { message: `${width} px, ${size}` })
          .toEqual([]);
      }
  },
);

/** Runs in the page: badges and sums whose end is not to be seen; words may end in dots, and the details have the rest. */
function cutParts(): string[] {
  const parts = document.querySelectorAll(
    '.referral-state > .badge, .referral-money > .reward:not([data-long])',
  );
  return [...parts].flatMap((part) => {
    const own = part.getBoundingClientRect();
    const room = part.parentElement!.getBoundingClientRect();
    const isWhole =
      own.right <= room.right + 1 &&
      own.bottom <= room.bottom + 1 &&
      room.right <= document.documentElement.clientWidth;
    return isWhole && part.scrollWidth <= part.clientWidth + 1 ? [] : [part.textContent];
  });
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true });

  for (const [written, told] of [
    ['before 9:30 520-555-0117', 'Send it to +15205550117 from the program that opened.'],
    ['520-555-01178', 'It is an email, because we can’t tell which number “520-555-01178” is.'],
  ] as const) {
    test(`A reminder to ${written} goes to nobody else`, async ({ app, page, person }) => {
      await seedReferrals(app, person, 1);
      const values = [written, person.id];
      await app.sql('update referrals set phone = $1 where user_id = $2', values);
      await openAs(page, person, '/referrals');
      await page.getByRole('button', { name: 'Friend 1', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Friend 1' });
      await dialog.getByRole('button', { name: 'Send Reminder' }).click();
      await expect(toast(page)).toContainText(told);
    });
  }
});
