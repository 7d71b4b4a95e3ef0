/** Whether a promise is settled within this time, in milliseconds; rejects if it does. */
export async function isSoon(promise: Promise<unknown>, withinMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), withinMs);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
