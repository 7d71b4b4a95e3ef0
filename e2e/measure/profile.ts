import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { findChromium, LAUNCH_ARGS } from '../fixtures/browser.ts';

export interface Profile {
  /** The profile's own context, shared with whoever comes in through the debugging port. */
  readonly context: BrowserContext;
  readonly debuggingPort: number;
  close(): Promise<void>;
}

/** Chromium on a profile of its own, as a person's phone keeps one; gone when closed. */
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

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
