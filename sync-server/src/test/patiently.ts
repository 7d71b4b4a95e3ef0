/** Asks as a phone does: what a busy machine refuses with 503 is asked again. Rejects with what any other call does. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!String(error).includes(': 503 ')) throw error;
    }
  }
}
