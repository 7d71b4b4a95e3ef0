import { DeviceNotice } from '@sunloop/shared-types/messages/push.ts';
import * as v from 'valibot';
import {
  endNotifications,
  fetchNews,
  findNotified,
  showBadge,
} from '@sunloop/engine/background.ts';
import { OPEN_PAGE } from '../lib/open-page.ts';

/** What is used of the worker; its own type is not known where the unit tests are compiled. */
export interface Worker {
  readonly registration: Pick<
    ServiceWorkerRegistration,
    'pushManager' | 'getNotifications' | 'showNotification'
  >;
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly location: { readonly origin: string };
}

interface Page {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: object, ports: MessagePort[]): void;
}

/** Longer than an open page takes to answer, and less than a click is good for. Milliseconds. */
const ANSWER_MS = 1500;

const openPages = ({ clients }: Worker) =>
  clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Shows what a push message says, where the browser does not do so by itself. Nothing is shown to nobody, on a locked
 * device, or over our own page, which shows the news itself; in all other cases a browser wants something to be shown.
 */
export async function showNotice(worker: Worker, data: unknown): Promise<void> {
  const { registration } = worker;
  const db = await findNotified();
  if (!db) return endNotifications(registration);
  const pages = await openPages(worker);
  if (!pages.some(({ visibilityState }) => visibilityState === 'visible')) {
    const { title, ...options } = noticeIn(data);
    await registration.showNotification(title, options);
  }
  await showBadge(db, registration);
  await fetchNews(db);
}

/** One that a newer server writes in another way still says that there is something. */
function noticeIn(data: unknown) {
  const { output, success } = v.safeParse(DeviceNotice, data);
  const shown = success ? output.notification : { title: 'There is news', body: '', tag: 'news' };
  const { title, body, tag } = shown;
  const navigate = success ? output.notification.navigate : '/';
  const icon = '/icons/any-192.png';
  return { title, body, tag, lang: 'en', icon, data: { navigate } };
}

/** Opens what a notice is about: in a page that is open, where what is typed stays, or in a new window. */
export async function openNotice(
  worker: Worker,
  { data }: Pick<Notification, 'data'>,
): Promise<void> {
  const path = pathIn(worker, data);
  for (const page of await openPages(worker))
    if (await isOpenedIn(page, path)) {
      await page.focus();
      return;
    }
  await worker.clients.openWindow(path);
}

const Data = v.object({ navigate: v.string() });

/** The page under our own origin, whatever name the server has for itself. */
function pathIn({ location }: Worker, data: unknown): string {
  const { navigate } = v.is(Data, data) ? data : { navigate: '/' };
  if (!URL.canParse(navigate, location.origin)) return '/';
  const { pathname, search } = new URL(navigate, location.origin);
  return `${pathname}${search}`;
}

/** Whether a page opened it; one without our app in it, such as a text page, does not answer. */
function isOpenedIn(page: Page, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (isOpened: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(isOpened);
    };
    const timer = setTimeout(() => settle(false), ANSWER_MS);
    port1.addEventListener('message', () => settle(true));
    port1.start();
    page.postMessage({ type: OPEN_PAGE, path }, [port2]);
  });
}

/** The count on the icon, after a notice was closed or something was sent with no page open. */
export async function recount({ registration }: Worker): Promise<void> {
  const db = await findNotified();
  if (db) await showBadge(db, registration);
}
