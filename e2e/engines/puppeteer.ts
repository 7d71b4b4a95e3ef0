import { existsSync } from 'node:fs';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { findShell, LAUNCH_ARGS } from '../fixtures/browser.ts';
import { type Engine, HEIGHT, LOAD_TIMEOUT_MS, type Tab } from './engine.ts';

/** Where Debian and others install Firefox. */
const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Settings of Firefox as its page `about:config` names them. */
export type FirefoxPrefs = Readonly<Record<string, boolean | number>>;

/** Firefox by WebDriver BiDi. */
export async function startFirefox(prefs: FirefoxPrefs = {}): Promise<Engine> {
  const executablePath = FIREFOXES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('There is no Firefox: install firefox-esr');
  return drive(
    'firefox',
    await launch({ browser: 'firefox', executablePath, extraPrefsFirefox: prefs }),
  );
}

export async function startChromium(): Promise<Engine> {
  const executablePath = findShell();
  if (!executablePath) throw new Error('There is no Chromium: set CHROMIUM_PATH');
  const browser = await launch({ executablePath, args: LAUNCH_ARGS });
  const session = await browser.target().createCDPSession();
  // What it grants by itself where somebody looks at it, and refuses without a screen.
  await session.send('Browser.grantPermissions', { permissions: ['clipboardSanitizedWrite'] });
  return drive('chromium', browser);
}

async function drive(name: 'firefox' | 'chromium', browser: Browser): Promise<Engine> {
  const errors: string[] = [];
  const openPage = async () => {
    const opened = await browser.newPage();
    opened.setDefaultTimeout(LOAD_TIMEOUT_MS);
    collectErrors(opened, errors);
    await opened.evaluateOnNewDocument(WITH_WORDS);
    return opened;
  };
  let page = await openPage();
  return {
    name,
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => {
      // Firefox shows a page that it has kept without loading it, for which this driver would wait.
      if (name === 'firefox') await page.evaluate('setTimeout(() => history.back())');
      else await page.goBack();
    },
    async reopen(url) {
      const before = page;
      page = await openPage();
      await before.close();
      await page.goto(url);
    },
    run: (body) => runIn(page, body),
    async openBeside(url): Promise<Tab> {
      const tab = await openPage();
      await tab.goto(url);
      await page.bringToFront();
      return { run: (body) => runIn(tab, body), close: () => tab.close() };
    },
    pressAt: (x, y) => page.mouse.click(x, y),
    setWidth: (width) => page.setViewport({ width, height: HEIGHT }),
    takeErrors: () => errors.splice(0),
    close: () => browser.close(),
  };
}

/** Errors reach the driver as handles of a page that may be gone when they are read. */
const WITH_WORDS = `
  const tell = console.error.bind(console);
  console.error = (...parts) => tell(parts.map(String).join(' '));`;

const runIn = <T>(page: Page, body: string) =>
  page.evaluate(`(async () => { ${body} })()`) as Promise<T>;

function collectErrors(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
}
