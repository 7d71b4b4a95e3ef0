import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright';

const KB_A_MB = 1024;

/**
 * Private memory of the largest renderer process, in MB: the tab with its workers, heaps, pictures and
 * everything else. Undefined if the system does not report it (anything but Linux).
 */
export async function tabMemoryMb(debuggingPort: number): Promise<number | undefined> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  try {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const sizes = await Promise.all(renderers.map(({ id }) => privateMb(id)));
    const known = sizes.filter((size) => size !== undefined);
    return known.length === 0 ? undefined : Math.max(...known);
  } finally {
    await browser.close();
  }
}

async function privateMb(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const sizes = [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map(([, size]) => Number(size));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / KB_A_MB);
}
