import { expect, type Locator, type Page } from 'playwright/test';
import type { PickedFile } from '../../fixtures/csv-files.ts';

/** A file of ten thousand on a slow machine. */
const SAVED_WITHIN = { timeout: 120_000 };

/**
 * Uploads a file of so many people in the open dialog, as a person without signal does; resolves with the dialog once all
 * of them are stored on the device.
 */
export async function uploadPeople(page: Page, file: PickedFile, count: number): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  await page.getByLabel('Choose CSV file').first().setInputFiles(file);
  // Older builds write the number without commas.
  const number = count.toLocaleString('en-US').replaceAll(',', ',?');
  const name = new RegExp(`^Upload ${number} referrals$`);
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toContainText('Saved on this device', SAVED_WITHIN);
  return dialog;
}
