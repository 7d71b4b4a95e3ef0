/** Whether this run leaves the sweeps out, as `npm test` does (decision 50): a test of random acts then does fewer of them. */
const isQuick = process.env['SUNLOOP_QUICK'] !== undefined;

/** How much of something a test does: all of it as a sweep, and a part of it in a quick run. */
export const sweeping = <Amount>(amount: Amount, quickly: Amount): Amount =>
  isQuick ? quickly : amount;
