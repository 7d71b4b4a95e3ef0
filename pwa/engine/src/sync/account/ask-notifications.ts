import { within } from '../../lib/within.ts';
import type { UserDb } from '../../data/user-db.ts';
import { turnNotificationsOn } from './notifications.ts';

/** What the person has answered to the browser; undefined if it cannot be asked: an old browser, or a tab on an iPhone. */
export function permissionHere(): NotificationPermission | undefined {
  const canShow =
    'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  return canShow ? Notification.permission : undefined;
}

/**
 * On a press: lets the browser ask, and if the person allows it has this device told of news. Answers what they said. Throws
 * `Problem` or `NoPushService`.
 */
export async function askForNotifications(db: UserDb): Promise<NotificationPermission> {
  // First of all, because Safari asks only while the press is under way.
  const permission = await Notification.requestPermission();
  if (permission === 'granted') await turnNotificationsOn(db, await workerHere());
  return permission;
}

/** A browser says within this long whether it has our worker. Milliseconds. */
const WORKER_MS = 5_000;

/** Our worker's registration; throws if the app is not stored here yet, or the browser does not answer. */
export async function workerHere(): Promise<ServiceWorkerRegistration> {
  const worker = await within(navigator.serviceWorker.getRegistration(), WORKER_MS, undefined);
  if (!worker) throw new Error('The app is still being stored on this device. Please try again.');
  return worker;
}
