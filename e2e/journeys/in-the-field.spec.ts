import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { cardsFile } from '../fixtures/cards.ts';
import { makeFriends, pickFile } from '../fixtures/csv-files.ts';
import { expectFits } from '../fixtures/fits.ts';
import { makeFriend, openAs, signIn } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectAllSent,
  expectSentOnce,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { shareToApp } from '../fixtures/share-sheet.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

/** A practiced thumb: five keys a second, and four tenths of one for each tap. Milliseconds. */
const KEY_MS = 200;
const TAP_MS = 400;
/** What somebody at the door has patience for. */
const THREE_MAX_MS = 30_000;
const TARGET_PX = 44;

const dialog = (page: Page) => page.getByRole('dialog');
const bulk = (page: Page) => page.getByRole('dialog', { name: 'Bulk Upload' });

/** A thumb on the page: what it does takes as long as a person's would. */
function thumbOn(page: Page) {
  let spentMs = 0;
  return {
    spentMs: () => spentMs,
    tap: async (what: ReturnType<Page['locator']>) => {
      const box = await what.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TARGET_PX);
      await what.tap();
      spentMs += TAP_MS;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      spentMs += text.length * KEY_MS;
    },
    /** The keyboard's own key at its corner. */
    next: async () => {
      await page.keyboard.press('Enter');
      spentMs += KEY_MS;
    },
  };
}

/** Everything in the dialog that takes a tap. */
async function expectTargets(page: Page): Promise<void> {
  const targets = dialog(page).locator('button, a, label:has(input), .text-field-box, summary');
  for (const target of await targets.filter({ visible: true }).all()) {
    const box = await target.boundingBox();
    const what = await target.textContent();
    expect.soft(box?.height ?? 0, `the height of ${what}`).toBeGreaterThanOrEqual(TARGET_PX);
    expect.soft(box?.width ?? 0, `the width of ${what}`).toBeGreaterThanOrEqual(TARGET_PX);
  }
}

test.describe('by thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test(
    'Three people of one street are added in thirty seconds, and the day lists them',
    SWEEP,
    async ({ app, page, person, signal }) => {
      await signIn(page, person);
      await signal.lose();
      const thumb = thumbOn(page);
      await thumb.tap(page.locator('.bottom-add'));
      await expectTargets(page);
      await thumb.tap(page.getByLabel('Full Name'));
      const people = [
        ['Maya Lopez', 'maya@home.example', '5551230134', '12 Sun Street, Austin'],
        ['Tom Ray', 'tom@ray.example', '5551230135', '14'],
        ['Ann Lee', 'ann@lee.example', '5551230136', '16'],
      ] as const;
      for (const [at, fields] of people.entries()) {
        // Nobody taps the name: the focus is there.
        await expect(page.getByLabel('Full Name')).toBeFocused();
        await expect(page.getByLabel('Full Name')).toHaveValue('');
        for (const [place, text] of fields.entries()) {
          if (place > 0) await thumb.next();
          await thumb.type(text);
        }
        const isLast = at === people.length - 1;
        await thumb.tap(
          page.getByRole('button', { name: isLast ? 'Add Referral' : 'Save and add another' }),
        );
      }
      await expect(dialog(page)).toBeHidden();
      expect(thumb.spentMs()).toBeLessThanOrEqual(THREE_MAX_MS);
      const saved = await waitingRows(page, person.id);
      expect(saved.map(({ name, address }) => [name, address])).toEqual([
        ['Maya Lopez', '12 Sun Street, Austin'],
        ['Tom Ray', '14 Sun Street, Austin'],
        ['Ann Lee', '16 Sun Street, Austin'],
      ]);

      await page.locator('.bottom-add').tap();
      await page.getByRole('link', { name: 'Today: 3' }).tap();
      const today = dialog(page).getByRole('region', { name: 'Today' });
      await expect(today.getByRole('listitem')).toHaveCount(3);
      await expect(today.getByRole('listitem').first()).toContainText('Ann Lee');
      await expect(today.getByText('Waiting to send')).toHaveCount(3);
      await expectTargets(page);
      await signal.regain();
      await expect(today.getByText('Submitted')).toHaveCount(3);
      await expectAccessible(page, 'what was added by day');
      const rows = await app.sql('select 1 from referrals where user_id = $1', [person.id]);
      expect(rows).toHaveLength(3);
    },
  );

  test(
    'Fifty contacts of a file are one act and one batch, and the same file again adds nobody',
    SWEEP,
    async ({ app, page, person, signal }) => {
      const friends = makeFriends(50);
      await signIn(page, person);
      await pickFile(page, cardsFile(friends));
      await expect(bulk(page)).toContainText('50 people');
      await signal.lose();
      await bulk(page).getByRole('button', { name: 'Upload 50 referrals' }).tap();
      await expect(bulk(page)).toContainText('Saved on this device');
      expect(await waitingRows(page, person.id)).toHaveLength(50);
      await signal.regain();
      await expect(connection(page)).toHaveText('All sent', { timeout: 30_000 });
      await expectSentOnce(app, ...friends);

      await pickFile(page, cardsFile(friends));
      await expect(bulk(page).getByText('You may already have this person')).toHaveCount(50);
      await expect(bulk(page).getByRole('button', { name: /^Upload/ })).toBeHidden();
      await expectTargets(page);
      await expectFits(page, 'contacts that are known already');
      expect(await serverRows(app, ...friends)).toHaveLength(50);
    },
  );
});

test('A shared message is read for people: each is looked at, completed or refused with a reason', async ({
  app,
  consoleGuard,
  page,
  person,
}) => {
  consoleGuard.allow(refusedWith(409));
  const [maya, tom] = [makeFriend({ name: 'Maya Lopez' }), makeFriend({ name: 'Tom Ray' })];
  await openAs(page, person, '/referrals');
  await waitForOfflineReady(page);
  const text = `Hi there!\n\n${maya.name}, ${maya.email}\ncall ${tom.name} on 555 765 4321\nAnn Own ${person.email}`;
  await shareToApp(page, { text });
  await expect(bulk(page)).toContainText('Shared text');
  await expect(bulk(page)).toContainText('2 people');
  await expect(bulk(page)).toContainText('Left out 2 · fix');
  await expect(bulk(page)).toContainText('Hi there! No email or phone in it');
  await bulk(page).getByLabel('Email').fill(tom.email);
  await expectAccessible(page, 'people found in a text');
  await bulk(page).getByRole('button', { name: 'Upload 3 referrals' }).click();
  await expect(bulk(page)).toContainText('Upload complete');
  await expectSentOnce(app, maya, tom);
  await bulk(page).getByRole('button', { name: 'View Errors (1)' }).click();
  await expect(bulk(page)).toContainText('Ann Own: You cannot refer yourself');
});

test(
  'Opened by its icon, the app shows what waits if something does, and the dashboard otherwise',
  SWEEP,
  async ({ page, person, signal }) => {
    // As Safari tells an app on the home screen from a tab.
    await page.addInitScript(() => Object.assign(navigator, { standalone: true }));
    await signIn(page, person);
    await signal.lose();
    await addReferral(page, makeFriend());
    await page.goto('/');
    const waiting = page.getByRole('dialog', { name: 'Sent and waiting' });
    await expect(waiting).toBeVisible();
    await page.reload();
    await waiting.getByRole('button', { name: 'Close' }).click();
    await signal.regain();
    await expect(connection(page)).toHaveText('All sent');
    await page.goto('/');
    await expect(connection(page)).toHaveText('All sent');
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test(
  'The dashboard offers to install once, and a no is kept on the device',
  SWEEP,
  async ({ page, person }) => {
    await page.addInitScript(() => {
      const prompt = async () => ({ outcome: 'accepted' });
      addEventListener('DOMContentLoaded', () => {
        setTimeout(() =>
          dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })),
        );
      });
    });
    await signIn(page, person);
    const notice = page.getByRole('region', { name: 'Notices' });
    await expect(notice).toContainText('Put Sunloop on your home screen.');
    await expect(notice.getByRole('button', { name: 'Install' })).toBeVisible();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await addReferral(page, makeFriend());
    await expectAllSent(page);
    await expect(page.getByText('Put Sunloop on your home screen.')).toBeHidden();
  },
);
