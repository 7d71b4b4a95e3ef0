import * as v from 'valibot';
import { REPORTED_ROWS_MAX } from '../limits.ts';
import type { Route } from '../route.ts';
import { Id, storableText, Timestamp } from '../values/text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/** A referral that is only on a device: its id, and when it was taken by the device's clock; nothing of what was typed. */
export const ReportedRow = v.object({ id: Id, takenAt: Timestamp });
export type ReportedRow = v.InferOutput<typeof ReportedRow>;

/** What a device tells the office of itself; the person reads the same in their profile. */
export const DeviceReport = v.object({
  /** Names the device's storage, and is lost with it: another one means that the browser was wiped. */
  storage: Id,
  /** Names the shapes of the app's build, which another build has under another name. */
  version: v.pipe(storableText, v.maxLength(40, 'Must be at most 40 characters')),
  /** Whether the browser keeps the storage when the device runs full; null if it does not say. */
  isProtected: v.nullable(v.boolean()),
  /** Referrals still to be sent, and refused ones that need a fix. */
  waiting: count,
  refused: count,
  /** The oldest of both; beyond `REPORTED_ROWS_MAX` only the counts tell. */
  rows: v.pipe(
    v.array(ReportedRow, 'Must be a list of rows'),
    v.maxLength(REPORTED_ROWS_MAX, `Must be at most ${REPORTED_ROWS_MAX} rows`),
  ),
});
export type DeviceReport = v.InferOutput<typeof DeviceReport>;

/** What devices tell of themselves: apart, because the app calls it on demand. */
export const deviceReportRoutes = {
  reportDevice: {
    method: 'POST',
    path: '/api/device-report',
    access: 'session',
    body: DeviceReport,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
