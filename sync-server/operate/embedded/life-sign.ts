import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';

/** What the address of a socket may be long; bytes. */
const ADDRESS_MAX = 100;

/**
 * Makes a socket file that takes connections for as long as this process lives, and returns what removes it. Unlike a
 * process id it also tells those in another container or namespace that the process lives. Undefined where the disk takes
 * no sockets.
 */
export async function giveLifeSign(file: string): Promise<(() => Promise<void>) | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    await throughFolder(file, async (address) => {
      server.listen(address);
      await once(server, 'listening');
    });
  } catch {
    // Such a disk is judged by process ids.
    return undefined;
  }
  return async () => {
    server.close();
    await rm(file, { force: true });
  };
}

/** Whether the process that made this life sign lives. */
export async function givesLifeSign(file: string): Promise<boolean> {
  return throughFolder(file, async (address) => {
    const socket = connect(address);
    try {
      await once(socket, 'connect');
      return true;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return code !== 'ECONNREFUSED' && code !== 'ENOENT';
    } finally {
      socket.destroy();
    }
  });
}

/** Linux names an open folder in a few characters. */
async function throughFolder<T>(file: string, reach: (address: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(file) <= ADDRESS_MAX || process.platform !== 'linux') return reach(file);
  const folder = await open(path.dirname(file));
  try {
    return await reach(`/proc/self/fd/${folder.fd}/${path.basename(file)}`);
  } finally {
    await folder.close();
  }
}
