import { countUnsent } from '../../data/find-unsent.ts';
import type { UserDb } from '../../data/user-db.ts';
import type { Notified } from './notifications.ts';

/** Not every browser has it, and it shows only on an installed app's icon. */
interface Badged {
  readonly navigator: { setAppBadge?(count: number): Promise<void> };
}

/** Shows on the app's icon how much waits here and how much news has not been looked at; nothing if there is neither. */
export async function showBadge(
  db: UserDb,
  worker: Pick<Notified, 'getNotifications'>,
): Promise<void> {
  const [unsent, shown] = await Promise.all([countUnsent(db), worker.getNotifications()]);
  await setBadge(unsent + shown.length);
}

/** Not allowed without notifications on an iPhone, which is no failure: then the icon has none. */
export async function setBadge(count: number): Promise<void> {
  await (globalThis as unknown as Badged).navigator.setAppBadge?.(count).catch(() => undefined);
}
