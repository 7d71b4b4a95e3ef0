import type { Locator, Page } from 'playwright/test';
import type { PickedFile } from '../../fixtures/csv-files.ts';

/** A file of ten thousand on a slow machine. */
const SAVED_WITHIN = { timeout: 120_000 };

/**
 * Uploads a file of so many people in the open dialog, as a person without signal does; resolves with the dialog once all
 * of them are stored on the device.
 */
export async function uploadPeople(page: Page, file: PickedFile, count: number): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  // A locator looks again after up to a second, and the bench says how long this takes.
  const untilSaid = (text: string) =>
    page.waitForFunction(
      (wanted) => {
        const dialogs = [...document.querySelectorAll('[role=dialog]')];
        return dialogs.some(({ textContent }) => new RegExp(wanted).test(textContent));
      },
      text,
      SAVED_WITHIN,
    );
  await page.getByLabel('Choose CSV file').first().setInputFiles(file);
  // Older builds write the number without commas.
  const number = count.toLocaleString('en-US').replaceAll(',', ',?');
  const name = `Upload ${number} referrals`;
  await untilSaid(name);
  await dialog.getByRole('button', { name: new RegExp(`^${name}$`) }).click();
  await untilSaid('Saved on this device');
  return dialog;
}
