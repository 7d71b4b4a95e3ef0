import { lookAround } from './install-way.ts';

/** Whether the installed app is as its icon opened it: at its start, without a dialog, and not by a reload. */
export function wasOpenedByIcon(): boolean {
  const { pathname, search } = window.location;
  const isStart = pathname === '/' && search === '';
  return isStart && lookAround(false).isStandalone && wasLaunched();
}

const wasLaunched = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate');
