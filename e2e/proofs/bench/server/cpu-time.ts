import { readdir, readFile } from 'node:fs/promises';

const NS_A_MS = 1e6;

/**
 * Processor time that the threads of a process have used so far; milliseconds. What a busy machine does besides does not
 * count. Only Linux tells (proc(5), /proc/PID/schedstat); undefined elsewhere.
 */
export async function cpuTimeOf(pid: number): Promise<number | undefined> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => []);
  const told = threads.map((thread) =>
    readFile(`${tasks}/${thread}/schedstat`, 'utf8').catch(() => ''),
  );
  const times = (await Promise.all(told)).map((stat) => Number(stat.split(' ')[0]));
  return times.length === 0 ? undefined : times.reduce((sum, ns) => sum + ns, 0) / NS_A_MS;
}
