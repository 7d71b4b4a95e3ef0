import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has no CSS object; React Aria escapes only identifiers it made itself, which are safe as they are.
Object.assign(globalThis, { CSS: { escape: (text: string) => text } });

// jsdom has no layout, so nothing ever changes its size, becomes visible or scrolls.
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, {
  ResizeObserver: NoResize,
  IntersectionObserver: NoResize,
  scrollTo: () => undefined,
});

// On a busy machine things appear later, which is not a failure.
configure({ asyncUtilTimeout: 20_000 });

/** Set by the library in each try of a wait. */
interface Trying {
  _disableExpensiveErrorDiagnostics?: boolean;
}
// A print of the whole page took a sixth of these tests' time. A wait adds it anyway when it gives up.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    (getConfig() as Trying)._disableExpensiveErrorDiagnostics
      ? new Error(message ?? '')
      : getElementError(message, container),
});

afterEach(cleanup);
