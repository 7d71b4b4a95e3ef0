import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { findChromium, LAUNCH_ARGS } from '../../fixtures/browser.ts';
import { findFreePort } from '../../fixtures/free-port.ts';

export interface Profile {
  /** The profile's own context, shared with clients of the debugging port. */
  readonly context: BrowserContext;
  readonly debuggingPort: number;
  close(): Promise<void>;
}

/** Chromium with its own profile, like a person's phone; deleted when closed. */
export async function openProfile(baseURL: string): Promise<Profile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-profile-'));
  const debuggingPort = await findFreePort();
  const context = await launchProfile(folder, {
    baseURL,
    executablePath: findChromium(),
    args: [`--remote-debugging-port=${debuggingPort}`],
  });
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, debuggingPort, close };
}

interface Launch {
  readonly baseURL: string;
  readonly executablePath: string | undefined;
  readonly args?: readonly string[];
}

/** Starts Chromium, as wide as a phone, on a profile that outlives it. */
export function launchProfile(
  folder: string,
  { baseURL, executablePath, args = [] }: Launch,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    baseURL,
    viewport: { width: 390, height: 844 },
    args: [...LAUNCH_ARGS, ...args],
    ...(executablePath !== undefined && { executablePath }),
  });
}

/**
 * Milliseconds from the start of the navigation until an element matches the selector and all texts are in `main`. It
 * is looked at in every frame; a locator looks only twice a second once it has waited for a moment.
 */
export function timeInPage(page: Page, selector: string, ...texts: string[]): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const text = document.querySelector('main')?.textContent ?? '';
          const isThere = document.querySelector(wanted.selector) !== null;
          if (isThere && wanted.texts.every((one) => text.includes(one))) {
            resolve(Math.round(performance.now()));
          } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    { selector, texts },
  );
}
