import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';

const SAMPLE_EVERY_US = 200;

/** Profiles the page into the folder until the returned function is called; without a folder does nothing. */
export async function profilePage(page: Page, folder?: string): Promise<() => Promise<void>> {
  if (folder === undefined) return () => Promise.resolve();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.send('Profiler.start');
  return async () => {
    const { profile } = await session.send('Profiler.stop');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `page-${Date.now()}.cpuprofile`), JSON.stringify(profile));
  };
}
