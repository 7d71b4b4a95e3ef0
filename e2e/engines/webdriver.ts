/** A session of a WebDriver on this machine (https://www.w3.org/TR/webdriver2). */
export interface Session {
  readonly version: string;
  open(url: string): Promise<void>;
  back(): Promise<void>;
  run(body: string): Promise<unknown>;
  runBeside(url: string, body: string): Promise<() => Promise<void>>;
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
  const open = async (url: string) => void (await of('POST', '/url', { url }));
  const run = (body: string) =>
    of('POST', '/execute/sync', { script: `return (async () => { ${body} })()`, args: [] });
  const first = await of('GET', '/window');
  const inTab = async (handle: unknown, work: () => Promise<unknown>) => {
    await of('POST', '/window', { handle });
    await work();
    await of('POST', '/window', { handle: first });
  };
  return {
    version: made.capabilities.browserVersion,
    open,
    back: async () => void (await of('POST', '/back', {})),
    run,
    async runBeside(url, body) {
      const { handle } = (await of('POST', '/window/new', { type: 'tab' })) as { handle: string };
      await inTab(handle, () => open(url).then(() => run(body)));
      return () => inTab(handle, () => of('DELETE', '/window'));
    },
    end: async () => void (await of('DELETE', '')),
  };
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
