import { readFile } from 'node:fs/promises';
import { publicRoutes } from '@sunloop/shared-types/visitors/landing-routes.ts';
import { ownRequestPath } from '@sunloop/shared-types/visitors/quotes.ts';
import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectFits } from '../fixtures/fits.ts';
import { codeOf, makeFriend, signIn, type Friend } from '../fixtures/people.ts';
import { askForQuote as askForQuoteElsewhere } from '../fixtures/quotes.ts';
import { CALLED_SLOW_DOWN } from '../fixtures/canned-answers.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Free quote' });

async function askForQuote(page: Page, { name, email, phone }: Friend): Promise<void> {
  await form(page).getByLabel('Full Name').fill(name);
  await form(page).getByLabel('Email').fill(email);
  await form(page).getByLabel('Phone Number').fill(phone);
  await form(page).getByRole('button', { name: 'Get My Free Quote' }).click();
}

const outcome = (page: Page, title: string) => page.getByRole('heading', { name: title });

function quotesOf(app: AppProcess, { email }: Friend) {
  return app.sql<{ userId: string | null }>(
    `select r.user_id as "userId" from quotes q left join referrals r on r.id = q.referral_id
     where q.email = $1`,
    [email],
  );
}

test(
  'A link greets with the owner’s name, and a quote requested there becomes the owner’s referral',
  ONLINE,
  async ({ app, page, person }) => {
    await page.goto(`/refer/${await codeOf(app, person)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Person thinks your roof/);
    await expect(page).toHaveTitle(/free solar consultation/);
    const friend = makeFriend();
    await askForQuote(page, { ...friend, phone: '' });
    await expect(page.getByText('Phone number is required')).toBeVisible();
    await askForQuote(page, friend);
    await expect(outcome(page, 'Thank you')).toBeFocused();
    expect(await quotesOf(app, friend)).toEqual([{ userId: person.id }]);
  },
);

test(
  'The thanks say which number is called, give ours as a contact, and lead to a filled-in sign-up',
  SWEEP,
  async ({ app, page, person }) => {
    await page.goto(`/refer/${await codeOf(app, person)}`);
    const friend = makeFriend({ phone: '520-555-0188' });
    await askForQuote(page, friend);
    await expect(page.getByText('We will call 520-555-0188')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Save our number/ }).click();
    const card = await readFile(await (await download).path(), 'utf8');
    expect(card).toMatch(/^BEGIN:VCARD\r\n[\s\S]*TEL;TYPE=WORK:\+\d+\r\n[\s\S]*END:VCARD\r\n$/);
    await expect(page.getByText(/^Get \$\d+ when a friend of yours goes solar/)).toBeVisible();
    await expectAccessible(page, 'the thanks for a quote');
    await expectFits(page, 'the thanks for a quote');
    await page.getByRole('link', { name: 'Create my account' }).click();
    await page.reload();
    const signUp = page.getByRole('form', { name: 'Sign up' });
    await expect(signUp.getByLabel('Username')).toHaveValue(friend.name);
    await expect(signUp.getByLabel('Email')).toHaveValue(friend.email);
    await expect(signUp.getByLabel('Phone')).toHaveValue(friend.phone);
  },
);

test(
  'A request is followed on a page of its own, where the number can be changed, also without signal',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const path = `/refer/${await codeOf(app, person)}`;
    await page.goto(path);
    const friend = makeFriend({ phone: '520-555-0188' });
    await askForQuote(page, friend);
    await expect(page.getByText(/^Your request has reached us/)).toContainText(
      /We will call 520-555-0188 by \w+day, \w+ \d+ to arrange/,
    );
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.getByRole('link', { name: 'Follow or change my request' }).click();
    await expect(page.getByRole('heading', { name: 'You asked for a quote' })).toBeVisible();
    await expectAccessible(page, 'the page of a request');
    await expectFits(page, 'the page of a request');
    const phone = page.getByLabel('Is this number right?');
    await expect(phone).toHaveValue('520-555-0188');
    await phone.fill('602-555-0177');
    await page.getByRole('button', { name: 'Save the number' }).click();
    await expect(page.getByText(/We will call 602-555-0177 by/)).toBeVisible();
    const phones = `select q.phone, r.phone as of_referral from quotes q join referrals r on r.id = q.referral_id
    where q.email = $1`;
    expect(await app.sql(phones, [friend.email])).toEqual([
      { phone: '602-555-0177', of_referral: '602-555-0177' },
    ]);

    await setStatuses(app, person, ['contact_made']);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'We talked' })).toBeVisible();
    await expect(phone).toBeHidden();
    await signal.lose();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'We talked' })).toBeVisible();
    await signal.regain();

    await page.goto(path);
    await page.getByRole('link', { name: 'Follow it' }).click();
    await expect(page.getByRole('heading', { name: 'We talked' })).toBeVisible();
  },
);

test(
  'A request that was never opened here has words instead of the browser’s error page without signal',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const friend = makeFriend();
    await askForQuoteElsewhere(app, { ...friend, referralCode: await codeOf(app, person) });
    const [{ id } = { id: '' }] = await app.sql<{ id: string }>(
      'select id from quotes where email = $1',
      [friend.email],
    );
    await page.goto('/auth');
    await signal.lose();
    await page.goto(ownRequestPath(id));
    await expect(page).toHaveTitle('Your request · Sunloop');
    await expect(page.getByRole('heading', { name: 'No connection right now' })).toBeVisible();
    await expectAccessible(page, 'the page of a request without signal');
    await expectFits(page, 'the page of a request without signal');
    await signal.regain();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'You asked for a quote' })).toBeVisible();
  },
);

test(
  'Whoever signs up where they asked for a quote follows it in their account, and nobody else does',
  SWEEP,
  async ({ app, page, person, newDevice }) => {
    await page.goto(`/refer/${await codeOf(app, person)}`);
    const friend = makeFriend();
    await askForQuote(page, friend);
    await page.getByRole('link', { name: 'Create my account' }).click();
    const signUp = page.getByRole('form', { name: 'Sign up' });
    await signUp.getByLabel('Password', { exact: true }).fill('correct horse');
    await signUp.getByLabel('Confirm Password').fill('correct horse');
    await signUp.getByRole('button', { name: 'Create Account' }).click();
    const asked = (at: Page) => at.getByText('You asked for a quote.');
    await expect(asked(page)).toBeVisible();

    const other = await (await newDevice()).newPage();
    await signIn(other, { email: friend.email, password: 'correct horse' });
    await expect(asked(other)).toBeVisible();
    await other.getByRole('link', { name: 'Follow it' }).click();
    await expect(other.getByRole('heading', { name: 'You asked for a quote' })).toBeVisible();
    await other.context().clearCookies();

    const stranger = await (await newDevice()).newPage();
    await signIn(stranger, person);
    await expect(stranger.getByRole('heading', { name: 'Recent Referrals' })).toBeVisible();
    await expect(asked(stranger)).toHaveCount(0);
  },
);

/** As drawn by the server, and as drawn by the app. */
const WAYS = [false, true];

test(
  'Who allows it is seen on the page of their link, with and without script, until they hide it',
  SWEEP,
  async ({ app, home: page, person, newDevice }) => {
    await page.goto('/profile');
    const choosing = page.getByLabel('Show it to friends who open my link');
    await page.getByLabel('Choose a picture').setInputFiles('pwa/public/icons/any-192.png');
    await expect(choosing).not.toBeChecked();
    const path = `/refer/${await codeOf(app, person)}`;
    const isSeen = async (expected: boolean) => {
      for (const javaScriptEnabled of WAYS) {
        const context = await page.context().browser()!.newContext({ javaScriptEnabled });
        const visitor = await context.newPage();
        await visitor.goto(app.origin + path);
        await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/^Person thinks/);
        const inviter = visitor.getByText('Person invited you');
        await expect(inviter).toHaveCount(expected ? 1 : 0);
        if (expected)
          await expect
            .poll(() =>
              inviter.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
            )
            .toBeGreaterThan(0);
        await context.close();
      }
    };
    await isSeen(false);
    await choosing.check();
    await expect
      .poll(() => app.sql('select shows_picture from users where id = $1', [person.id]))
      .toEqual([{ shows_picture: true }]);
    await isSeen(true);
    const visitor = await (await newDevice()).newPage();
    await visitor.goto(path);
    await expectAccessible(visitor, 'the page of a link with a picture');
    await expectFits(visitor, 'the page of a link with a picture');
    await choosing.uncheck();
    await expect
      .poll(() => app.sql('select shows_picture from users where id = $1', [person.id]))
      .toEqual([{ shows_picture: false }]);
    await isSeen(false);
  },
);

test(
  'A code copied from a chat finds its owner whatever stands around it',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const code = await codeOf(app, person);
    const texts = [`${code}.`, `(${code})`, `“${code}”`, `${code}%20`, `${code}/`, `${code}/)`];
    texts.push(
      `/${code}`,
      `${code},Hello`,
      `${code.slice(0, 4)}-${code.slice(4)}`,
      `${code}%E2%80`,
    );
    texts.push(`%E2%80%8B${code}%`, `${code}.png`, `${code}?utm_source=chat`, `${code}#”`);
    for (const text of texts) {
      await page.goto(`/refer/${text}`);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading, text).toHaveText(/^Person thinks your roof/);
      await expect(page.locator('.landing-code'), text).toHaveText(`Referral code ${code}`);
    }
    const friend = makeFriend();
    await askForQuote(page, friend);
    await expect(outcome(page, 'Thank you')).toBeFocused();
    expect(await quotesOf(app, friend)).toEqual([{ userId: person.id }]);
  },
);

test('The app, too, finds the owner of a copied code', SWEEP, async ({ app, page, person }) => {
  const code = await codeOf(app, person);
  await page.goto(`/refer/${code}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The worker answers from its cache, so the page has to ask whose link it is.
  for (const text of [`${code}.`, `(${code}).png`, `${code}/`, `/${code}/)`, `${code}%E2%80`]) {
    await page.goto(`/refer/${text}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading, text).toHaveText(/^Person thinks your roof/);
  }
});

test('An address without a code is no page', ONLINE_SWEEP, async ({ consoleGuard, page }) => {
  consoleGuard.allow(refusedWith(404));
  for (const path of ['/refer', '/refer/']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByText('404 Page Not Found'), path).toBeVisible();
  }
});

test('An unknown code still gets a quote', ONLINE, async ({ app, page }) => {
  await page.goto('/refer/NOBODY00');
  await expect(page.getByText('We do not know the code')).toBeVisible();
  const friend = makeFriend();
  await askForQuote(page, friend);
  await expect(outcome(page, 'Thank you')).toBeVisible();
  expect(await quotesOf(app, friend)).toEqual([{ userId: null }]);
});

test('A quote requested without signal survives a closed tab and is sent once', async ({
  app,
  context,
  page,
  person,
  signal,
}) => {
  const path = `/refer/${await codeOf(app, person)}`;
  await page.goto(path);
  await signal.lose();
  const opened = await context.newPage();
  await page.close();
  await opened.goto(path);
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText(/^A friend thinks/);
  const friend = makeFriend();
  await askForQuote(opened, friend);
  await expect(outcome(opened, 'Saved on this device')).toBeFocused();
  expect(await quotesOf(app, friend)).toEqual([]);
  await opened.reload();
  await expect(opened.getByText('A request saved on this device waits to be sent.')).toBeVisible();

  await signal.regain();
  await expect.poll(() => quotesOf(app, friend)).toEqual([{ userId: person.id }]);
  await expect(opened.getByText('waits to be sent')).toBeHidden();
});

test(
  'A visitor is told of too many requests, and the waiting one is kept',
  ONLINE_SWEEP,
  async ({ consoleGuard, page }) => {
    consoleGuard.allow(refusedWith(429));
    await page.route(`**${publicRoutes.requestQuote.path}`, (route) =>
      route.fulfill(CALLED_SLOW_DOWN),
    );
    await page.goto('/refer/NOBODY00');
    await askForQuote(page, makeFriend());
    await expect(outcome(page, 'Saved on this device')).toBeVisible();
    await expect(page.getByText(/this one has to wait until \d+:\d\d/)).toBeVisible();
  },
);
