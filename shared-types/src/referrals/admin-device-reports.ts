import * as v from 'valibot';
import { TOUCHED_BY } from './admin-touches.ts';
import { ReportedRow } from './device-reports.ts';
import type { Route } from '../route.ts';
import { ById, Id, Timestamp } from '../values/text.ts';

/** A device that holds what the server does not have, or has lost it. */
export const FieldDevice = v.object({
  id: Id,
  userId: Id,
  username: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  /** The phone as it is dialed. */
  dial: v.optional(v.string()),
  /** The browser's name. */
  browser: v.string(),
  version: v.string(),
  isProtected: v.nullable(v.boolean()),
  /** What the server still does not have, and how many of them the device says need a fix. */
  owed: v.number(),
  refused: v.number(),
  /** When the oldest of it was taken, by the device's clock. */
  since: v.nullable(Timestamp),
  /** Longer than the setting `devices.late_days` allows. */
  isLate: v.boolean(),
  heardAt: Timestamp,
  /** Rows that were there, never arrived and are there no more; with how many beyond those that are named. */
  missing: v.array(ReportedRow),
  missingMore: v.number(),
  /** When the person was last written to about it. */
  toldAt: v.nullable(Timestamp),
});
export type FieldDevice = v.InferOutput<typeof FieldDevice>;

/** Devices in the field, for admins. */
export const fieldDeviceRoutes = {
  fieldDevices: {
    method: 'GET',
    path: '/api/admin/devices',
    access: 'admin',
    answers: { 200: v.array(FieldDevice) },
  },
  /** Writes to the person, in fixed words, at most once a day. */
  writeToDevice: {
    method: 'POST',
    path: '/api/admin/devices/:id/message',
    access: 'admin',
    touches: TOUCHED_BY.device,
    params: ById,
    answers: { 204: v.undefined() },
  },
  /** What it owes is settled otherwise. It is listed again if it reports anything else. */
  dropDevice: {
    method: 'DELETE',
    path: '/api/admin/devices/:id',
    access: 'admin',
    touches: TOUCHED_BY.device,
    params: ById,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
