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
  'On a phone the link and its share button are on the first screen, and everything fits on two',
  ONLINE,
  async ({ app, page, person }) => {
    await page.setViewportSize(PHONE);
    for (let count = 0; count < 3; count++) await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed', 'contact_made']);
    await signIn(page, person);
    await expect(page.getByText('Outstanding Environmental Impact!')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Details of/ })).toHaveCount(3);
    for (const control of ['Copy', 'Share']) {
      const box = await page.getByRole('button', { name: control, exact: true }).boundingBox();
      const bar = await page.getByRole('navigation', { name: 'Quick' }).boundingBox();
      expect(box!.y + box!.height, control).toBeLessThanOrEqual(bar!.y);
    }
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    // Each pending friend takes one more line for what they will earn.
    expect(length).toBeLessThanOrEqual(2.1 * PHONE.height);
  },
);
