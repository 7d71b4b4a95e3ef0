import type { Locator, Page } from 'playwright/test';
import { isClear } from '../fixtures/boxes.ts';
import { csvFile, pickFile } from '../fixtures/csv-files.ts';
import { expectFits } from '../fixtures/fits.ts';
import { logOut } from '../fixtures/navigation.ts';
import { profileAt, sectionOf } from '../fixtures/profile.ts';
import { addReferral, connection } from '../fixtures/referrals.ts';
import {
  fillSignIn,
  fillSignUp,
  makeFriend,
  openAs,
  referFromElsewhere,
  signIn,
  uniqueWord,
} from '../fixtures/people.ts';
import { readTable } from '../fixtures/stored.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { expect, LOST_CONNECTION, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { holdShares, sharesOf } from '../fixtures/share-sheet.ts';

/** The ways to add a friend that a page shows. */
const doors = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Add (?:New )?Referral$/ })
    .filter({ visible: true });

const PHONE = { width: 390, height: 844 };

test(
  'The first run shows a ready-made message, one share button, and the steps once',
  ONLINE_SWEEP,
  async ({ page, person }) => {
    await holdShares(page);
    await signIn(page, person);
    await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeInViewport();
    const share = page.getByRole('button', { name: 'Share my link' });
    await expect(share).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
    await expect(page.getByRole('main').getByText(/\b(?:Welcome|Hi)\b/)).toHaveCount(1);
    await expect(doors(page)).toHaveCount(1);
    await expect(page.getByText(/^Earned|^Paid/)).toHaveCount(0);
    await page.goto('/referrals');
    await expect(page.getByText(/^No referrals yet/)).toBeVisible();
    await expect(doors(page)).toHaveCount(1);
    await page.goto('/');

    await share.click();
    const url = await page.getByRole('textbox', { name: 'Your referral link' }).inputValue();
    const text = await page.getByLabel('Your message to friends').inputValue();
    await page.getByRole('button', { name: 'More on this device' }).click();
    await expect.poll(() => sharesOf(page)).toEqual([{ title: 'Check out Sunloop', text, url }]);
    await addReferral(page, makeFriend());
    await expect(page.getByRole('heading', { name: 'Your referral link' })).toBeVisible();
    await expect(share).toBeHidden();
  },
);

test(
  'On a phone with friends, money and people come before the link, nothing lies sideways, and the rest is short',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    await page.setViewportSize(PHONE);
    for (let count = 0; count < 3; count++) await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed', 'contact_made']);
    await signIn(page, person);
    await expect(page.getByText(/^Your referrals save .* tons of CO₂\.$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Details of/ })).toHaveCount(3);
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
    const money = await topOf(page.locator('.money-line'));
    const people = await topOf(page.getByRole('heading', { name: 'Recent Referrals' }));
    const link = await topOf(page.getByRole('heading', { name: 'Your referral link' }));
    const bar = await topOf(page.getByRole('navigation', { name: 'Quick' }));
    expect([money, people, bar, link].toSorted((a, b) => a - b)).toEqual([
      money,
      people,
      bar,
      link,
    ]);
    await expect(page.getByRole('heading', { name: 'How It Works' })).toBeHidden();
    await expect(page.getByRole('main').getByText(/Welcome/)).toHaveCount(1);
    await expect(doors(page)).toHaveCount(1);
    await expect(
      page.getByText(/Earned/),
      'money once: the card, then what became of it',
    ).toHaveText('Rewards Earned');
    await expect(page.locator('.money-line')).toHaveText(/^Paid \$0On its way \$300, by /);
    await expectFits(page, 'the dashboard');
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll('main *')].every(
          (part) =>
            part.scrollWidth <= part.clientWidth + 1 || getComputedStyle(part).overflowX !== 'auto',
        ),
      ),
    ).toBe(true);
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(length).toBeLessThanOrEqual(3 * PHONE.height);
  },
);

test(
  'Who signs up is welcomed, no toast covers the link, and who returns is welcomed back',
  ONLINE,
  async ({ page }) => {
    const word = uniqueWord();
    const newcomer = { email: `new.${word}@example.com`, password: 'correct horse' };
    await page.goto('/auth');
    await fillSignUp(page, { username: `Newcomer ${word}`, ...newcomer });
    await expect(page.getByRole('heading', { name: 'Welcome, Newcomer' })).toBeVisible();
    await expect(toast(page)).toContainText('Registration successful');
    const shown = [
      page.getByRole('heading', { name: 'Your link is ready' }),
      page.getByLabel('Your message to friends'),
      page.getByRole('button', { name: 'Share my link' }),
      page.getByRole('navigation', { name: 'Quick' }),
    ];
    for (const part of shown) {
      await expect(part).toBeInViewport({ ratio: 1 });
      expect(await isClear(part, toast(page))).toBe(true);
    }
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome, Newcomer' })).toBeVisible();

    await logOut(page);
    await fillSignIn(page, newcomer);
    await expect(page.getByRole('heading', { name: 'Welcome back, Newcomer' })).toBeVisible();
  },
);

test(
  'While the app is stored the chip counts, no notice does, and a file that failed is fetched later',
  SWEEP,
  async ({ consoleGuard, network, page, person }) => {
    consoleGuard.allow(LOST_CONNECTION);
    const late = /refer-page-/;
    network.setTrouble('hang', late);
    await signIn(page, person);
    await expect(connection(page)).toHaveText(/^Getting ready for offline, \d+ of \d+$/);
    await expect(page.getByRole('region', { name: 'Notices' })).toBeHidden();
    await page.locator('.connection-chip:visible').click();
    await expect(page.getByRole('dialog', { name: 'Connection' })).toContainText(
      'Sunloop is being stored on this device',
    );
    network.setTrouble('down', late);
    network.setTrouble(undefined);
    await expect(connection(page)).toHaveText('All sent');
    await page.goto(profileAt('device'));
    await expect(sectionOf(page, 'This device')).toContainText('Works without signal');
  },
);

test(
  'The message is kept as it was worded, without signal too, and without words it is ours again',
  SWEEP,
  async ({ app, page, person, signal }) => {
    await signIn(page, person);
    const message = page.getByLabel('Your message to friends');
    await expect(message).toBeVisible();
    await signal.lose();
    await message.fill('Look at my roof!');
    await expect
      .poll(() => readTable(page, `referrals-${person.id}`, 'drafts'))
      .toMatchObject([{ values: { text: 'Look at my roof!' } }]);
    await page.reload();
    await expect(message).toHaveValue('Look at my roof!');
    await message.fill('  ');
    await message.blur();
    await expect(message, 'ours again').toHaveValue(/^I thought you might like Sunloop/);
    await message.fill('Solar, anyone?');
    await signal.regain();
    const friend = await referFromElsewhere(app, person);
    await expect(page.getByText(friend.name).first()).toBeVisible();
    await page.goto('/?share=1');
    await expect(page.getByRole('dialog').getByLabel('Your message to friends')).toHaveValue(
      'Solar, anyone?',
    );
  },
);

test.describe('On a phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile' });

  test(
    'Messages and WhatsApp come first; they and the email carry the person’s own words',
    ONLINE_SWEEP,
    async ({ page, person }) => {
      await holdShares(page);
      await signIn(page, person);
      await page.getByLabel('Your message to friends').fill('Solar & sun?');
      const link = await page.getByRole('textbox', { name: 'Your referral link' }).inputValue();
      await page.getByRole('button', { name: 'Share my link' }).click();
      const ways = page.getByRole('dialog', { name: 'Share your link' });
      await expect(ways.getByRole('listitem')).toHaveText([
        'Messages',
        'WhatsApp',
        'Facebook',
        'Twitter',
        'Email',
        'More on this device',
      ]);
      const words = encodeURIComponent(`Solar & sun? ${link}`);
      const wayOf = (name: string) => ways.getByRole('link', { name });
      // The words are read from this device once the menu is open.
      await expect(wayOf('Messages')).toHaveAttribute('href', `sms:?&body=${words}`);
      await expect(wayOf('WhatsApp')).toHaveAttribute('href', `https://wa.me/?text=${words}`);
      await expect(wayOf('Email')).toHaveAttribute('href', /^mailto:/);
      expect(await wayOf('Email').getAttribute('href')).toContain(words);
      await ways.getByRole('button', { name: 'More on this device' }).click();
      await expect
        .poll(() => sharesOf(page))
        .toEqual([{ title: 'Check out Sunloop', text: 'Solar & sun?', url: link }]);
    },
  );
});

test(
  'A page that is not stored says so in words and comes by itself, without a reload',
  ONLINE_SWEEP,
  async ({ consoleGuard, network, page, person }) => {
    consoleGuard.allow(LOST_CONNECTION);
    await signIn(page, person);
    await expect(connection(page)).toHaveText('All sent');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    network.setTrouble('down');
    await page.getByRole('link', { name: 'Rewards' }).first().click();
    const notice = page.getByRole('region', { name: 'Notices' });
    await expect(notice).toContainText('Not on this device yet.');
    await expect(notice).toContainText('It opens by itself as soon as you’re online.');
    await expect(page.getByText('Something went wrong')).toBeHidden();
    network.setTrouble(undefined);
    await expect(page.getByRole('heading', { name: 'Rewards', exact: true })).toBeVisible();
    await expect(notice).toBeHidden();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    // The style sheet that did not come the first time.
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.styleSheets].some(({ href }) => href?.includes('/pages-')),
        ),
      )
      .toBe(true);
  },
);

test(
  'A notice is one line above the bottom bar, and page and focused field end above it',
  ONLINE_SWEEP,
  async ({ page, person }) => {
    await page.setViewportSize(PHONE);
    await signIn(page, person);
    await page.goto('/profile');
    const last = page.getByRole('link', { name: 'Licenses' });
    const field = page.getByLabel('Address (Optional)');
    const bar = page.getByRole('navigation', { name: 'Quick' });
    await expect(last).toBeVisible();
    // Where the notice will be.
    await field.evaluate((element) => {
      const { bottom } = element.getBoundingClientRect();
      scrollBy(0, bottom - innerHeight + 70);
    });
    await field.focus();
    await page.getByRole('form', { name: 'Profile' }).evaluate((form) => {
      (form as HTMLFormElement).requestSubmit();
    });
    await expect(toast(page)).toBeVisible();
    await expect.poll(() => isClear(field, toast(page))).toBe(true);
    const [line, below] = [await toast(page).boundingBox(), await bar.boundingBox()];
    expect(line!.height).toBeLessThan(64);
    expect(Math.abs(line!.y + line!.height - below!.y)).toBeLessThanOrEqual(1);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => isClear(last, toast(page))).toBe(true);
  },
);

test('An open dialog ends above a notice', ONLINE_SWEEP, async ({ page, person }) => {
  await page.setViewportSize(PHONE);
  await openAs(page, person, '/referrals?upload=1');
  await pickFile(page, csvFile('a,b', 'customers.xlsx'));
  await expect(toast(page)).toContainText('Invalid file format');
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  await expect.poll(() => isClear(dialog, toast(page))).toBe(true);
});
