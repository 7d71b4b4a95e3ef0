import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { openDesk } from '../fixtures/desk-pages.ts';
import { expectFits } from '../fixtures/fits.ts';
import { makeFriend, referFromElsewhere } from '../fixtures/people.ts';
import { addReferral, expectAllSent, listItem, serverRows } from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

const CHECKED = 'Genuine';
const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });

async function openDetails(page: Page, friend: { name: string }): Promise<void> {
  await page.goto('/referrals');
  await listItem(page, friend).getByRole('button', { name: friend.name }).click();
}

/** What the clipboard of the page holds after a press. */
async function copied(page: Page, name: string): Promise<string> {
  await receipt(page).getByRole('button', { name }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test(
  'A referral has a receipt, which its holder shows to anybody',
  ONLINE,
  async ({ context, home: page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const friend = makeFriend();
    await addReferral(page, friend);
    await expectAllSent(page);
    await openDetails(page, friend);
    await expect(receipt(page)).toContainText(CHECKED);
    await receipt(page)
      .getByText(/^Received \w/)
      .click();
    await expectAccessible(page, 'a receipt');
    const code = await copied(page, 'Copy code');
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    await expect(receipt(page)).toContainText(code);
    const text = await copied(page, 'Copy receipt');
    expect(text).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);

    const opened = context.waitForEvent('page');
    await receipt(page).getByRole('link', { name: 'Open its page' }).click();
    const there = await opened;
    await expect(there.getByRole('heading', { level: 1 })).toHaveText(`Receipt ${code}`);
    await expect(there.getByRole('main')).toContainText('This receipt is valid.');
    await expect(there.getByRole('main')).not.toContainText(friend.name);
    await there.getByText('Facts and signature').click();
    await expect(there.getByText('Signed with our key')).toBeVisible();
    await expectAccessible(there, 'the page of a receipt');
    await expectFits(there, 'the page of a receipt');

    await there.getByLabel('Receipt').fill(text);
    await there.getByRole('button', { name: 'Verify' }).click();
    await expect(there.getByRole('heading', { level: 1 })).toHaveText('This receipt is genuine');
    await there.getByLabel('Code').fill(code.toLowerCase());
    await there.getByRole('button', { name: 'Look it up' }).click();
    await expect(there.getByRole('main')).toContainText('This receipt is valid.');
  },
);

test(
  'An altered receipt and a code nobody has are told as such',
  SWEEP,
  async ({ page, consoleGuard }) => {
    consoleGuard.allow(/status of 40[04]/);
    await page.goto('/receipts');
    await page.getByLabel('Code').fill('0000 000 OOO');
    await page.getByRole('button', { name: 'Look it up' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such receipt');
    await page.getByLabel('Receipt').fill('eyJ0eXAiOiJzdW5sb29wLXJlY2VpcHQifQ and more');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not a receipt of ours');
    await expectAccessible(page, 'the page of what is no receipt');
    await expectFits(page, 'the page of what is no receipt');
  },
);

test(
  'What was just sent is checked without signal, and what waits gets its receipt later',
  SWEEP,
  async ({ home: page, network, signal }) => {
    const [sent, waiting] = [makeFriend(), makeFriend()];
    const asked = () => network.seen.filter((name) => name.startsWith('POST /api/receipts'));
    await addReferral(page, sent);
    await expect.poll(() => asked().length).toBe(1);
    await signal.lose();
    await openDetails(page, sent);
    await expect(receipt(page)).toContainText(CHECKED);
    await receipt(page)
      .getByText(/^Received \w/)
      .click();
    await expect(receipt(page).getByRole('button', { name: 'Copy code' })).toBeVisible();
    await expect(receipt(page).getByRole('link')).toBeHidden();
    await page.keyboard.press('Escape');
    await addReferral(page, waiting);
    await openDetails(page, waiting);
    await expect(receipt(page)).toContainText('once we have received this referral');
    await signal.regain();
    await expect(receipt(page)).toContainText(CHECKED);
    // The same again changes nothing.
    const shown = await receipt(page).innerText();
    await openDetails(page, waiting);
    await expect(receipt(page)).toContainText(CHECKED);
    expect(await receipt(page).innerText()).toBe(shown);
  },
);

test('The office sees the same receipt', SWEEP, async ({ app, page, person }) => {
  const friend = await referFromElsewhere(app, person);
  const [row] = await serverRows(app, friend);
  await openDesk(page, app, `panel=referrals&id=${row?.id}`);
  await expect(receipt(page)).toContainText(CHECKED);
  const [stored] = await app.sql<{ code: string }>(
    'select code from receipts where referral_id = $1',
    [row?.id],
  );
  await expect(receipt(page)).toContainText(stored?.code ?? 'a code');
});
