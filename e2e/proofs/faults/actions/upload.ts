import { expect, type Page } from 'playwright/test';
import { csvFile, linesOf, makeFriends, pickFile } from '../../../fixtures/csv-files.ts';
import { signIn } from '../../../fixtures/people.ts';
import { expectAllSent, expectSentOnce, serverRows } from '../../../fixtures/referrals.ts';
import type { Action } from './action.ts';
import { PATIENCE } from './settled.ts';

const ROWS = 12;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Bulk Upload' });

/** One count of the summary. */
async function tally(page: Page, label: string): Promise<number> {
  const counts = dialog(page).locator('.tally > div').filter({ hasText: label });
  return Number(await counts.locator('dd').innerText());
}

/** A file is uploaded, and only its first rows get through. */
export const upload: Action = {
  name: 'upload',
  calls: /^POST \/api\/(referrals|sync\/push)/,
  from: 4,
  isQueued: true,
  async begin({ app, page, person }) {
    const friends = makeFriends(ROWS);
    await signIn(page, person);
    await pickFile(page, csvFile(linesOf(friends)));
    return {
      async act() {
        await page.getByRole('button', { name: `Upload ${ROWS} referrals` }).click();
        await expect(dialog(page).getByText(/of 12 from|Saved on this device/)).toBeVisible();
      },
      async expectTruth() {
        await expect(dialog(page)).toContainText('Saved on this device', PATIENCE);
        const waiting = await tally(page, 'Waiting to send');
        expect(waiting).toBeGreaterThan(0);
        expect(waiting + (await tally(page, 'Sent'))).toBe(ROWS);
        const stored = await serverRows(app, ...friends);
        expect(stored.length).toBeGreaterThanOrEqual(await tally(page, 'Sent'));
        await dialog(page).getByRole('button', { name: 'Done' }).click();
        await expect(dialog(page)).toBeHidden();
      },
      async expectDone({ isPassing }) {
        await expectAllSent(page, PATIENCE);
        const rows = await expectSentOnce(app, ...friends);
        expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([person.id]));
        if (!isPassing) await page.getByRole('button', { name: 'View summary' }).click();
        await expect(dialog(page)).toContainText('Upload complete');
        expect(await tally(page, 'Sent')).toBe(ROWS);
        expect(await tally(page, 'Failed')).toBe(0);
      },
    };
  },
};
