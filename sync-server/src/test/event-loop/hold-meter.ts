/**
 * Runs the work and returns the longest time in which the event loop of this thread served nobody else, in
 * milliseconds of the thread's processor: a busy machine does not make it longer.
 */
export async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let isOver = false;
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  // The work of the last turn counts as well.
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  return longest;
}
