import { notificationRoutes } from '@sunloop/shared-types/messages/push.ts';
import { type DeviceSession, readSession } from '../../data/device-db.ts';
import { lockOf } from '../../data/device-lock.ts';
import { noteSyncState, readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { callAsUser } from '../answers/note-verdict.ts';
import { realDeps, type SyncDeps } from '../ground/deps.ts';

/** What is used of the registration of our worker. */
export type Notified = Pick<ServiceWorkerRegistration, 'pushManager' | 'getNotifications'>;

/** The browser could not reach the service that would bring the messages. */
class NoPushService extends Error {
  override readonly name = 'NoPushService';
  constructor(cause: unknown) {
    const text = 'Your browser could not reach its own message service. Please try again later.';
    super(text, { cause });
  }
}

/**
 * Has this device told of news from now on; the browser has given its permission. Throws `Problem` or `NoPushService`, and
 * then nothing has changed.
 */
export async function turnNotificationsOn(
  db: UserDb,
  worker: Notified,
  deps: SyncDeps = realDeps,
): Promise<void> {
  const { serverKey } = (await callAsUser(db, notificationRoutes.ownNotifications, {}, deps)).data;
  if (serverKey === null) throw new Error('This server sends no notifications.');
  await register(db, await subscribe(worker, serverKey), deps);
}

/** Has this device told of nothing more. Throws `Problem`, and then it is still told. */
export async function turnNotificationsOff(
  db: UserDb,
  worker: Notified,
  deps: SyncDeps = realDeps,
): Promise<void> {
  await callAsUser(db, notificationRoutes.turnNotificationsOff, {}, deps);
  await noteSyncState(db, { notifiedAs: undefined });
  await endNotifications(worker);
}

/** Whether the person wants to be told of news on this device. A Dexie read, for a live query. */
export async function areNotificationsOn(db: UserDb): Promise<boolean> {
  return (await readSyncState(db)).notifiedAs !== undefined;
}

/**
 * Brings browser and server in line with what the person wants here: after another sign-in, with another run of the server's
 * database, or with a subscription that the browser has renewed, the server is told; where nobody is signed in, the device is locked or the permission was taken
 * back, nothing is shown any more. Throws `Problem`; called again at each start and with each such run.
 */
export async function keepNotifications(
  db: UserDb,
  worker: Notified,
  deps: SyncDeps = realDeps,
): Promise<void> {
  const session = await readSession();
  const { notifiedAs } = await readSyncState(db);
  if (!isShownTo(session, db.userId, deps.now()) || notifiedAs === undefined)
    return endNotifications(worker);
  const subscription = await worker.pushManager.getSubscription();
  if (subscription && notifiedAs === markOf(subscription, session)) return;
  const state = await worker.pushManager.permissionState({ userVisibleOnly: true });
  if (state !== 'granted') return turnNotificationsOff(db, worker, deps);
  if (subscription) await register(db, subscription, deps);
  else await turnNotificationsOn(db, worker, deps);
}

/** Whether this person may see on this device what it holds. */
export function isShownTo(
  session: DeviceSession | undefined,
  userId: string,
  now: number,
): session is DeviceSession & { state: 'active' } {
  if (session?.state !== 'active' || session.user.id !== userId) return false;
  return lockOf(session, now) === null;
}

/** Ends what the browser has for whoever was signed in here: its subscription, and what it shows. Safe to repeat. */
export async function endNotifications(worker: Notified): Promise<void> {
  const subscription = await worker.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of await worker.getNotifications()) shown.close();
}

/** A subscription is for one key: of what was made for another nothing would come. */
async function subscribe({ pushManager }: Notified, serverKey: string): Promise<PushSubscription> {
  const before = await pushManager.getSubscription();
  if (before && serverKeyOf(before) === serverKey) return before;
  await before?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  } catch (error) {
    throw new NoPushService(error);
  }
}

async function register(db: UserDb, subscription: PushSubscription, deps: SyncDeps): Promise<void> {
  const session = await readSession();
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  const body = { endpoint, p256dh, auth, serverKey: serverKeyOf(subscription) };
  await callAsUser(db, notificationRoutes.turnNotificationsOn, { body }, deps);
  await noteSyncState(db, { notifiedAs: markOf(subscription, session) });
}

/**
 * What the server was told, in which session and run of its database: with the session it forgets the subscription, and
 * another run may have lost it.
 */
function markOf({ endpoint }: PushSubscription, session: DeviceSession | undefined): string {
  const active = session?.state === 'active' ? session : undefined;
  return `${active?.signedInAt ?? 0} ${active?.user.epoch ?? ''} ${endpoint}`;
}

function serverKeyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
