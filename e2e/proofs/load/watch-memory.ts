const LOOK_EVERY_MS = 5000;
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;

/** A point in time, in milliseconds, and a size in MB. */
export type Point = readonly [at: number, mb: number];

/** How fast a size grows, as the straight line that fits the points best says; MB a minute. */
export function slopeOf(points: readonly Point[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [meanAt, meanMb] = [mean(points.map(([at]) => at)), mean(points.map(([, mb]) => mb))];
  const spread = points.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  const together = points.reduce((sum, [at, mb]) => sum + (at - meanAt) * (mb - meanMb), 0);
  return spread === 0 ? 0 : (together / spread) * MINUTE_MS;
}

/** Reads the memory of all the server's processes from its own figures, until the returned function is called. */
export function watchMemory(origin: string, token: string): () => Promise<readonly Point[]> {
  const points: Point[] = [];
  const look = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const text = await (await fetch(`${origin}/metrics`, { headers })).text();
    const sizes = [...text.matchAll(/^process_resident_memory_bytes\S* (\d+)$/gm)];
    const bytes = sizes.reduce((sum, [, size]) => sum + Number(size), 0);
    points.push([performance.now(), bytes / MB]);
  };
  let looking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await looking;
    return points;
  };
}
