import { once } from 'node:events';

const MB = 1024 * 1024;

interface HeapUsage {
  readonly usedSize: number;
  /** Of buffers, which are not on the heap. */
  readonly backingStorageSize: number;
}

/**
 * What a process of Node that was started with `--inspect` on this port needs after a garbage collection; MB. What it has reserved
 * says less: V8 lets its heap grow by 100 MB, and takes that back later.
 */
export async function memoryInUse(inspectPort: number): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${inspectPort}/json/list`);
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('There is no process to be inspected');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  try {
    await ask(socket, 'HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = (await ask(
      socket,
      'Runtime.getHeapUsage',
    )) as HeapUsage;
    return (usedSize + backingStorageSize) / MB;
  } finally {
    socket.close();
  }
}

/** One question after the other, so that the next message is its answer. */
async function ask(socket: WebSocket, method: string): Promise<unknown> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method }));
  const [message] = (await answered) as [MessageEvent<string>];
  return (JSON.parse(message.data) as { result: unknown }).result;
}
