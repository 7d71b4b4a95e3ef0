import { existsSync } from 'node:fs';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { findShell, LAUNCH_ARGS } from '../fixtures/browser.ts';
import { type Engine, LOAD_TIMEOUT_MS } from './engine.ts';

/** Where Debian and others install Firefox. */
const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Firefox by WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const executablePath = FIREFOXES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('There is no Firefox: install firefox-esr');
  return drive('firefox', await launch({ browser: 'firefox', executablePath }));
}

export async function startChromium(): Promise<Engine> {
  const executablePath = findShell();
  if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM_PATH');
  return drive('chromium', await launch({ executablePath, args: LAUNCH_ARGS }));
}

async function drive(name: 'firefox' | 'chromium', browser: Browser): Promise<Engine> {
  const page = await browser.newPage();
  page.setDefaultTimeout(LOAD_TIMEOUT_MS);
  const takeErrors = collectErrors(page);
  return {
    name,
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    back: async () => {
      // Firefox shows a page that it has kept without loading it, for which this driver would wait.
      if (name === 'firefox') await page.evaluate('setTimeout(() => history.back())');
      else await page.goBack();
    },
    run: <T>(body: string) => page.evaluate(functionOf(body)) as Promise<T>,
    async runBeside(url, body) {
      const tab = await browser.newPage();
      await tab.goto(url);
      await tab.evaluate(functionOf(body));
      await page.bringToFront();
      return () => tab.close();
    },
    takeErrors,
    close: () => browser.close(),
  };
}

const functionOf = (body: string) => `(async () => { ${body} })()`;

function collectErrors(page: Page): () => string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return () => errors.splice(0);
}
