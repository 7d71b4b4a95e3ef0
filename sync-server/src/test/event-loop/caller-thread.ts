import { parentPort } from 'node:worker_threads';
import type { Request } from './caller.ts';

parentPort?.on('message', (request: Request) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin.
  void answer(request).then((result) => parentPort?.postMessage(result));
});

async function answer({ url, method, headers, body }: Request): Promise<number | string> {
  try {
    const response = await fetch(url, { method, headers, body: Buffer.from(body) });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return String(error);
  }
}
