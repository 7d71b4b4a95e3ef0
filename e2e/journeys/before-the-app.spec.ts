import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { codeOf, type Friend, makeFriend, signIn } from '../fixtures/people.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

const SCRIPTS = '**/assets/*.js';

/** Holds the app back, as a slow line does, until told to let it come. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const isAppHere = (page: Page) => expect(page.locator('#first-view')).toHaveCount(0);

const quotesOf = (app: AppProcess, { email }: Friend) =>
  app.sql<{ phone: string }>('select phone from quotes where email = $1', [email]);

test('The landing page is there before the app, which takes over what was typed and the focus', async ({
  app,
  page,
  person,
}) => {
  const letCome = await holdApp(page);
  const friend = makeFriend();
  await page.goto(`/refer/${await codeOf(app, person)}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Person thinks your roof/);
  await expectAccessible(page, 'the landing page before the app');
  const before = await page.screenshot({ animations: 'disabled' });
  await page.getByLabel('Full Name').fill(friend.name);
  await page.getByLabel('Email').fill(friend.email);
  await page.getByLabel('Phone Number').pressSequentially('55');
  letCome();
  await isAppHere(page);
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await page.keyboard.type('5');
  await expect(page.getByLabel('Full Name')).toHaveValue(friend.name);
  await page.getByRole('button', { name: 'Get My Free Quote' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  expect(await quotesOf(app, friend)).toEqual([{ phone: '555' }]);

  await page.unroute(SCRIPTS);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await isAppHere(page);
  // The worker may have had the page without the name, which then comes by the app.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Person thinks your roof/);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await page.screenshot({ animations: 'disabled' }), 'the app changes nothing').toEqual(
    before,
  );
});

test('Without script the form is refused with a reason, taken once, and thanked for', async ({
  app,
  browser,
  network,
  person,
  consoleGuard,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: network.origin });
  consoleGuard.watch(context);
  consoleGuard.allow(refusedWith(400));
  const page = await context.newPage();
  const friend = makeFriend();
  await page.goto(`/refer/${await codeOf(app, person)}`);
  await page.getByLabel('Full Name').fill(friend.name);
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Phone Number').fill(friend.phone);
  const send = page.getByRole('button', { name: 'Get My Free Quote' });
  await send.click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue(friend.name);
  await page.getByLabel('Email').fill(friend.email);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await quotesOf(app, friend)).toHaveLength(1);
  await page.getByRole('link', { name: 'Ask for another quote' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
  await context.close();
});

test(
  'The sign-in page is there before the app, and takes a password to nowhere else',
  SWEEP,
  async ({ page, person }) => {
    const letCome = await holdApp(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
    letCome();
    await isAppHere(page);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Welcome/);
    await expect(page).toHaveURL('/');
  },
);

test('The focus stays on a tab when the app takes over', SWEEP, async ({ page }) => {
  const letCome = await holdApp(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  const tab = page.getByRole('tab', { name: 'Sign In' });
  await tab.focus();
  letCome();
  await isAppHere(page);
  await expect(tab).toBeFocused();
});

test(
  'Whoever is signed in sees the frame of the app before it, and nobody else does',
  SWEEP,
  async ({ consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(401));
    await signIn(page, person);
    const letCome = await holdApp(page);
    await page.goto('/rewards', { waitUntil: 'commit' });
    await expect(page.locator('#first-view .logo:visible')).toHaveCount(1);
    letCome();
    await isAppHere(page);
    await page.context().clearCookies();
    await page.goto('/rewards', { waitUntil: 'commit' });
    await expect(page.locator('#first-view .logo:visible')).toHaveCount(0);
  },
);
