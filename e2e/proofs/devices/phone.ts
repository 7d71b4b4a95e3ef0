import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { findShell } from '../../fixtures/browser.ts';
import { killTree } from '../kills/process-tree.ts';
import { launchProfile } from './profile.ts';

/** A phone: Chromium with a profile that outlives its processes. */
export interface Phone {
  /** The page that is open. */
  readonly page: Page;
  /** Starts the browser on its profile and opens a page of the app. */
  open(path: string): Promise<Page>;
  /** Ends all processes of the browser at once, in the middle of whatever they do. */
  kill(): Promise<void>;
  /** Ends the browser as a person does. */
  shut(): Promise<void>;
  /** Ends the browser and deletes its profile. */
  discard(): Promise<void>;
}

export async function makePhone(baseURL: string): Promise<Phone> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-phone-'));
  let context: BrowserContext | undefined;
  let page: Page | undefined;
  const shut = async () => {
    await context?.close();
    context = undefined;
  };
  return {
    get page() {
      if (!page) throw new Error('the device is not open');
      return page;
    },
    async open(place) {
      context = await launchProfile(folder, { baseURL, executablePath: findShell() });
      page = await context.newPage();
      await page.goto(place);
      return page;
    },
    async kill() {
      if (!context) throw new Error('the device is not open');
      const closed = new Promise((resolve) => context?.once('close', resolve));
      await killTree(await browserPid(context));
      await closed;
      context = undefined;
    },
    shut,
    async discard() {
      await shut();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function browserPid(context: BrowserContext): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('a browser with a profile has no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const found = processInfo.find(({ type }) => type === 'browser');
  if (!found) throw new Error('Chromium does not report its process');
  return found.id;
}
