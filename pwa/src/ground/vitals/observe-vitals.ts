import { keepVital } from '@sunloop/engine/data/vitals.ts';
import { recordEvent } from '@sunloop/engine/lib/analytics.ts';
import { SLOW_RENDER_MS, type VitalName } from '@sunloop/engine/lib/rate-vital.ts';

/**
 * Records on the device how fast this page loaded and responded (SPEC §9), and reports slow renders on the console.
 * Measurements the browser lacks are left out. Returns how to stop.
 */
export function observeVitals(window: Window, userId: string): () => void {
  const path = window.location.pathname;
  const stops: (() => void)[] = [];
  const observe = (type: string, onEntries: (entries: PerformanceEntryList) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    const observer = new PerformanceObserver((list) => onEntries(list.getEntries()));
    observer.observe({ type, buffered: true });
    stops.push(() => observer.disconnect());
  };
  const keep = (name: VitalName, valueMs: number) => {
    keepVital(name, valueMs, path).catch((error: unknown) => {
      console.warn('A measurement was not kept:', error);
    });
  };

  let largestPaintMs: number | undefined;
  observe('largest-contentful-paint', (entries) => {
    largestPaintMs = entries.at(-1)?.startTime ?? largestPaintMs;
  });
  observe('first-input', (entries) => {
    for (const entry of entries as PerformanceEventTiming[]) {
      keep('first-input-delay', entry.processingStart - entry.startTime);
    }
  });
  // Browsers tell of frames from 50 ms on; shorter ones cannot be seen without slowing all of them down.
  observe('long-animation-frame', (entries) => {
    for (const { duration } of entries) {
      if (duration > SLOW_RENDER_MS) recordEvent('slow_render', { durationMs: duration }, userId);
    }
  });
  // The largest paint is final only when the page is left.
  const handleHidden = () => {
    if (window.document.visibilityState !== 'hidden' || largestPaintMs === undefined) return;
    keep('largest-paint', largestPaintMs);
    largestPaintMs = undefined;
  };
  window.document.addEventListener('visibilitychange', handleHidden);
  stops.push(() => window.document.removeEventListener('visibilitychange', handleHidden));
  return () => stops.forEach((stop) => stop());
}
