import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
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
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(folder, {
    baseURL,
    viewport: { width: 390, height: 844 },
    args: [...LAUNCH_ARGS, `--remote-debugging-port=${debuggingPort}`],
    ...(executablePath !== undefined && { executablePath }),
  });
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, debuggingPort, close };
}
