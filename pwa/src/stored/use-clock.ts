import { officeDay } from '@sunloop/shared-types/ground/time-zone.ts';
import { useSyncExternalStore } from 'react';
import { eachMinute } from '@sunloop/engine/lib/each-minute.ts';
import { startOfDay } from '@sunloop/engine/lib/start-of-day.ts';

const MINUTE_MS = 60_000;

/** When today began on this device, also after midnight on an open page; epoch milliseconds. */
export const useDay = () => useSyncExternalStore(eachMinute, today);

/** The office's day, such as `2026-11-27`. */
export const useOfficeDay = (timeZone: string | undefined) =>
  useSyncExternalStore(eachMinute, () => officeDay(Date.now(), timeZone));

/** When this minute began, for what says how long something has lasted; epoch milliseconds. */
export const useMinute = () => useSyncExternalStore(eachMinute, minute);

const today = () => startOfDay(Date.now());
const minute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
