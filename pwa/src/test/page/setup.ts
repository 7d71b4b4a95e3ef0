import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has no CSS object; React Aria escapes identifiers of its own making, which are safe as they are.
Object.assign(globalThis, { CSS: { escape: (text: string) => text } });

// jsdom lays nothing out, so nothing ever changes its size or scrolls.
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: NoResize, scrollTo: () => undefined });

// What is shown in a moment is shown later on a busy machine, and is no fault then.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
