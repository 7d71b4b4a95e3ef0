import type { Locator, Page } from 'playwright/test';

/** Two attempts that hang, 15 s each, and the pauses between them. */
export const PATIENCE = { timeout: 45_000 };

/** The person comes back to the app. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** Presses a button that is there only while something is to be tried again; the app may do that at this moment. */
export async function pressIfThere(button: Locator): Promise<void> {
  if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => undefined);
}
