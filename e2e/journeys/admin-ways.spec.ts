import { choose } from '../fixtures/choose.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import { makeFriend, openAs, referFromElsewhere } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use(WITHOUT_WORKER);

test(
  'What is to do stands first on the start page, each with its age and a link, and in the navigation',
  SWEEP,
  async ({ app, page, person }) => {
    await referFromElsewhere(app, person);
    const visitor = await askForQuote(app);
    await openAs(page, app.admin, '/');
    const work = page.getByRole('region', { name: 'To Do' });
    const nav = page.getByRole('navigation', { name: 'Admin Panel' });
    await expect(work.getByRole('link', { name: /^Answer [\d,]+ quotes?$/ })).toBeVisible();
    await expect(work.getByRole('link', { name: /^Call [\d,]+ (?:person|people)$/ })).toBeVisible();
    await expect(nav.getByRole('link', { name: /^Quote Requests [\d,]+ new$/ })).toBeVisible();
    await expect(work.getByText(/^Oldest: /)).not.toHaveCount(0);
    await expectDeskAccessible(page, 'the work');

    await work.getByRole('link', { name: /^Call / }).click();
    await expect(page).toHaveURL(/panel=calls/);
    await expect(page.getByRole('region', { name: 'Call list' })).toContainText(/[\d,]+ due/);
    await page.goto('/');
    await work.getByRole('link', { name: /^Answer / }).click();
    await expect(page.getByRole('button', { name: new RegExp(visitor) })).toBeVisible();
  },
);

test(
  'The sidebar contains the console’s navigation and folds to icons; emails beside it are shown whole',
  SWEEP,
  async ({ app, page, person }) => {
    // As long in every run.
    const email31 = `friend.${crypto.randomUUID().slice(-12)}@example.com`;
    const friend = await referFromElsewhere(app, person, makeFriend({ email: email31 }));
    await openDesk(page, app, `panel=referrals&referrer=${person.id}`);
    const nav = page.locator('.sidebar').getByRole('navigation', { name: 'Admin Panel' });
    await expect(nav.getByRole('link', { name: 'Status Management' })).toBeVisible();
    const email = page.getByText(friend.email).first();
    await expect(email).toBeVisible();
    // Both are rounded to whole numbers, although the width need not be whole.
    const hidden = await email.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    expect(hidden).toBeLessThanOrEqual(1);

    const fold = page.getByRole('button', { name: 'Collapse sidebar' });
    await fold.press('Enter');
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeFocused();
    const widthOf = async () => (await page.locator('.sidebar').boundingBox())?.width ?? 0;
    expect(await widthOf()).toBeLessThan(100);
    await expectDeskAccessible(page, 'the folded sidebar');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
    expect(await widthOf()).toBeLessThan(100);
    await nav.getByRole('link', { name: 'Status Management' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Referral Status Management');
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    await expect(page.getByRole('navigation', { name: 'Admin Panel' })).toBeVisible();
  },
);

test(
  'J and K walk through the list in the details, E goes to what can be changed',
  SWEEP,
  async ({ app, page, person }) => {
    await seedReferrals(app, person, 3);
    await openDesk(page, app, `panel=referrals&referrer=${person.id}`);
    await page.locator('[data-index="0"]').getByText('Friend 3').click();
    const drawer = (name: string) => page.getByRole('dialog', { name });
    await expect(drawer('Friend 3').getByRole('status').first()).toContainText('1 of 3');
    await page.keyboard.press('j');
    await expect(drawer('Friend 2').getByRole('status').first()).toContainText('2 of 3');
    await expectDeskAccessible(page, 'the drawer');
    await page.keyboard.press('k');
    await expect(drawer('Friend 3').getByRole('status').first()).toContainText('1 of 3');
    await page.keyboard.press('k');
    await page.keyboard.press('e');
    const status = drawer('Friend 3').getByLabel('Status');
    await expect(status).toBeFocused();
    await page.keyboard.press('j');
    await expect(drawer('Friend 3')).toBeVisible();
    await drawer('Friend 3').getByRole('button', { name: 'Next' }).press('Enter');
    await expect(drawer('Friend 2').getByRole('button', { name: 'Next' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'On a wide screen details stand beside the list, which stays in use; the status keeps the focus after Update',
  SWEEP,
  async ({ app, page, person }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await seedReferrals(app, person, 3);
    const phone = '+1 520 555 0100';
    await app.sql('update referrals set phone = $2 where user_id = $1', [person.id, phone]);
    await openDesk(page, app, `panel=referrals&referrer=${person.id}`);
    const row = (index: number) => page.locator(`[data-index="${index}"]`);
    const pane = (name: string) => page.getByRole('dialog', { name, exact: true });
    await row(0).getByText('Friend 3').click();
    await expect(pane('Friend 3')).toBeFocused();
    await expect(page.locator('.modal-overlay')).toHaveCount(0);
    await expect(pane('Friend 3').getByRole('link', { name: 'Call Friend 3' })).toBeVisible();
    await row(1).getByText('Friend 2').click();
    await expect(pane('Friend 2')).toBeVisible();
    await expectDeskAccessible(page, 'details beside the list');

    const status = pane('Friend 2').getByLabel('Status');
    await choose(status, 'Contact Made');
    await pane('Friend 2').getByRole('button', { name: 'Update' }).click();
    await expect(status).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(pane('Friend 2')).toHaveCount(0);
    await expect(page.locator('.desk-grid-row:focus')).toBeVisible();
  },
);

test(
  'A setting found with Ctrl+K is scrolled to and focused, even from within the settings',
  SWEEP,
  async ({ app, page }) => {
    await openDesk(page, app, 'panel=overview');
    await expect(page.getByRole('heading', { name: 'System Overview' })).toBeVisible();
    const find = page.getByRole('dialog', { name: 'Find anything' });
    for (const title of ['Keep the audit log for', 'Help phone', 'Keep the audit log for']) {
      await page.keyboard.press('Control+k');
      await expect(find.getByRole('searchbox')).toBeFocused();
      await page.keyboard.type(title);
      await expect(find.getByRole('option', { name: new RegExp(`^${title}`) })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const found = page.getByRole('listitem').filter({ hasText: title });
      await expect(found).toBeFocused();
      await expect(found).toBeInViewport({ ratio: 1 });
    }
  },
);

test(
  'Ctrl+K finds people, referrals, panels and settings, by keyboard alone',
  SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await openDesk(page, app, 'panel=overview');
    await expect(page.getByRole('heading', { name: 'System Overview' })).toBeVisible();
    const find = page.getByRole('dialog', { name: 'Find anything' });
    const option = (name: string) => find.getByRole('option', { name: new RegExp(`^${name}`) });
    await page.keyboard.press('Control+k');
    await expect(find.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('payo');
    await expect(option('Payouts')).toBeVisible();
    await expectDeskAccessible(page, 'the finder');
    // A setting that tells of payouts comes beneath it.
    await expect(find.getByRole('option')).not.toHaveCount(1);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: 'Payouts by Month' })).toBeVisible();
    await expect(find).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type(person.email);
    await expect(option(person.username)).toBeVisible();
    await find.getByRole('searchbox').fill(friend.email);
    await option(friend.name).click();
    await expect(page.getByRole('dialog', { name: friend.name })).toBeVisible();
    await page.keyboard.press('Control+k');
    await find.getByRole('searchbox').fill('audit');
    await expect(option('Audit Log')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: friend.name })).toBeVisible();
  },
);
