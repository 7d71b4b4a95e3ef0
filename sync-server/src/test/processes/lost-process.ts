import { runUntilSignal } from '../../../operate/start/run.ts';

// A process that learns that it cannot go on.
await runUntilSignal(() =>
  Promise.resolve({
    lost: Promise.resolve(new Error('the database is lost')),
    stop: () => Promise.resolve(),
  }),
);
