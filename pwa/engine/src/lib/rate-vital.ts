export type VitalName = 'largest-paint' | 'first-input-delay';
export type VitalRating = 'good' | 'needs-improvement' | 'poor';

/** SPEC §9, in milliseconds: more than the first needs improvement, more than the second is poor. */
const LIMITS: Readonly<Record<VitalName, readonly [number, number]>> = {
  'largest-paint': [1000, 2500],
  'first-input-delay': [50, 100],
};

/** SPEC §9: a render that takes longer than a frame. */
export const SLOW_RENDER_MS = 16;

export function rateVital(name: VitalName, valueMs: number): VitalRating {
  const [fair, poor] = LIMITS[name];
  if (valueMs > poor) return 'poor';
  return valueMs > fair ? 'needs-improvement' : 'good';
}
