import { HEIGHT, type Engine, type Tab } from './engine.ts';

/** A session of a WebDriver on this machine (https://www.w3.org/TR/webdriver2). */
export interface Session extends Omit<Engine, 'name' | 'takeErrors' | 'close'> {
  end(): Promise<void>;
}

/** A command that takes longer has hung with its browser. Milliseconds. */
const COMMAND_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 100;
const READY_WITHIN_MS = 20_000;

interface Command {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** Starts a browser by the driver that listens on `port`; throws what the driver says if a command fails. */
export async function startSession(
  port: number,
  { capabilities, timeouts }: { capabilities: object; timeouts: object },
): Promise<Session> {
  await untilReady(port);
  const made = (await send(port, {
    method: 'POST',
    path: '/session',
    body: { capabilities: { alwaysMatch: { ...capabilities, timeouts } } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const of = (method: Command['method'], path: string, body?: object) =>
    send(port, { method, path: `/session/${made.sessionId}${path}`, ...(body && { body }) });
  const post = async (path: string, body: object = {}) => void (await of('POST', path, body));
  const open = (url: string) => post('/url', { url });
  const run = <T>(body: string) =>
    of('POST', '/execute/sync', {
      script: `return (async () => { ${body} })()`,
      args: [],
    }) as Promise<T>;
  const newTab = async () => {
    const { handle } = (await of('POST', '/window/new', { type: 'tab' })) as { handle: string };
    return handle;
  };
  let page = (await of('GET', '/window')) as string;
  const inTab = async <T>(handle: string, work: () => Promise<T>) => {
    await post('/window', { handle });
    try {
      return await work();
    } finally {
      await post('/window', { handle: page });
    }
  };
  const closeTab = (handle: string) =>
    inTab(handle, async () => void (await of('DELETE', '/window')));
  return {
    version: made.capabilities.browserVersion,
    open,
    reload: () => post('/refresh'),
    back: () => post('/back'),
    run,
    async reopen(url) {
      const before = page;
      page = await newTab();
      await closeTab(before);
      await open(url);
    },
    async openBeside(url): Promise<Tab> {
      const tab = await newTab();
      await inTab(tab, () => open(url));
      return { run: (body) => inTab(tab, () => run(body)), close: () => closeTab(tab) };
    },
    pressAt: (x, y) => post('/actions', { actions: [pressing(x, y)] }),
    async whileAway(work) {
      const size = (await of('GET', '/window/rect')) as object;
      await post('/window/minimize');
      await work();
      await post('/window/rect', size);
    },
    setWidth: (width) => post('/window/rect', { width, height: HEIGHT }),
    end: async () => void (await of('DELETE', '')),
  };
}

/** A mouse that moves to a place and presses there. */
function pressing(x: number, y: number): object {
  const actions = [
    { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

async function untilReady(port: number): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await send(port, { method: 'GET', path: '/status' });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function send(port: number, { method, path, body }: Command): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}
