import type { Locator } from 'playwright/test';
import { expectFits } from '../fixtures/fits.ts';
import { addReferral } from '../fixtures/referrals.ts';
import { makeFriend, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';
import { holdShares, sharesOf } from '../fixtures/share-sheet.ts';

const PHONE = { width: 390, height: 844 };

test(
  'The first run shows a ready-made message, one share button, and three steps',
  ONLINE,
  async ({ page, person }) => {
    await holdShares(page);
    await signIn(page, person);
    await expect(
      page.getByRole('heading', { name: 'Hi Person, your link is ready' }),
    ).toBeInViewport();
    const share = page.getByRole('button', { name: 'Share my link' });
    await expect(share).toBeInViewport();
    await expect(page.getByText('Your first referral is here')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();

    await share.click();
    const url = await page.getByRole('textbox', { name: 'Your referral link' }).inputValue();
    const text = await page.getByRole('blockquote').innerText();
    await expect.poll(() => sharesOf(page)).toEqual([{ title: 'Check out Sunloop', text, url }]);
    await expect(page.getByRole('link', { name: 'Email' }), 'the other ways').toBeVisible();

    await page.keyboard.press('Escape');
    await addReferral(page, makeFriend());
    await expect(page.getByRole('heading', { name: 'Your referral link' })).toBeVisible();
    await expect(share).toBeHidden();
  },
);

test(
  'On a phone with friends, money and people come before the link, nothing lies sideways, and the rest is short',
  ONLINE,
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
