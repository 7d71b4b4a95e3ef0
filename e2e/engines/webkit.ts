import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findFreePort } from '../fixtures/free-port.ts';
import { type Engine, LOAD_TIMEOUT_MS } from './engine.ts';
import { startSession } from './webdriver.ts';

/** Debian's package `webkit2gtk-driver` brings the driver; the browser comes with the library, by its version. */
const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const BROWSERS = ['4.1', '4.0'].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** Let it run as root in a container without a graphics card, and keep it from asking for a desktop's services. */
const SETTINGS = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  GSETTINGS_BACKEND: 'memory',
  NO_AT_BRIDGE: '1',
  // What pages are told of the language, and write numbers by.
  LC_ALL: 'en_US.UTF-8',
};

/** Lets the browser write to its output what the console is told, which its driver does not tell. */
const TELLING = '--enable-write-console-messages-to-stdout=true';
const ERROR = /^CONSOLE (?:JS |[A-Z]+ )*ERROR (.*)$/;

/** WebKitGTK, the engine of every browser on an iPhone without Apple's shell, on a screen of its own. */
export async function startWebKit(): Promise<Engine> {
  const binary = BROWSERS.find((path) => existsSync(path));
  if (!binary || ![DRIVER, SCREEN].every((path) => existsSync(path)))
    throw new Error('There is no WebKit to be driven: install webkit2gtk-driver and xvfb');
  const screen = await startScreen();
  const port = await findFreePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, ...SETTINGS, DISPLAY: screen.display },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const errors: string[] = [];
  createInterface(driver.stdout).on('line', (line) => {
    const [, error] = ERROR.exec(line) ?? [];
    if (error !== undefined) errors.push(error);
  });
  const stop = async () => {
    await end(driver);
    await end(screen.process);
  };
  try {
    const session = await startSession(port, {
      capabilities: {
        'webkitgtk:browserOptions': { binary, args: ['--automation', TELLING] },
      },
      timeouts: { script: LOAD_TIMEOUT_MS, pageLoad: LOAD_TIMEOUT_MS },
    });
    return {
      name: 'webkit',
      ...session,
      takeErrors: () => errors.splice(0),
      close: async () => {
        await session.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A screen that nobody sees; it chooses a free number by itself and tells it. */
async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const screen = spawn(
    SCREEN,
    ['-displayfd', '3', '-screen', '0', '800x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const told = screen.stdio[3];
  if (!told || !('on' in told)) throw new Error('The screen has no way to tell its number');
  const lines = createInterface(told as NodeJS.ReadableStream);
  const [number] = (await once(lines, 'line')) as [string];
  lines.close();
  return { process: screen, display: `:${number}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
