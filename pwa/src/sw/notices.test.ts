import { DECLARATIVE_PUSH, type DeviceNotice } from '@sunloop/shared-types/messages/push.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeSession, deviceDb } from '@sunloop/engine/data/device-db.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { FakeRegistration } from '@sunloop/engine/test/fake-registration.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { openNotice, recount, showNotice, type Worker } from './notices.ts';

let db: UserDb;
let registration: FakeRegistration;
let pages: { visibilityState: string; focus: () => Promise<void>; postMessage: Answer }[];
let opened: string[];
let badges: number[];
let worker: Worker;
type Answer = (message: object, ports: MessagePort[]) => void;

beforeEach(async () => {
  ({ db } = await aSignedInDevice());
  registration = new FakeRegistration();
  registration.renew();
  [pages, opened, badges] = [[], [], []];
  vi.stubGlobal('navigator', {
    onLine: true,
    setAppBadge: async (count: number) => void badges.push(count),
  });
  worker = {
    registration,
    clients: {
      matchAll: async () => pages,
      openWindow: async (url) => void opened.push(url),
    },
    location: { origin: 'https://app.example' },
  };
});

const PAGE = '/referrals?referral=0190f6a8-0000-7000-8000-000000000000';
const notice: DeviceNotice = {
  web_push: DECLARATIVE_PUSH,
  notification: {
    title: 'News about one of your referrals',
    body: 'Open it',
    lang: 'en',
    navigate: `https://sun.example${PAGE}`,
    tag: 'friend_moved',
    app_badge: 1,
  },
  app_badge: 1,
};
const aPage = (visibilityState: string, postMessage: Answer = () => undefined) => ({
  visibilityState,
  focus: vi.fn(async () => undefined),
  postMessage,
});

test('a notice is shown as it came, counted with what waits, and what it may have changed is fetched', async () => {
  await enqueue(db, [{ name: 'Ada', email: 'ada@example.com', phone: null, address: null }]);
  await showNotice(worker, notice);
  expect(registration.shown).toMatchObject([
    { title: notice.notification.title, options: { body: 'Open it', tag: 'friend_moved' } },
  ]);
  expect(badges).toEqual([2]);
  expect((await db.resources.get('/api/referrals'))?.fetchedAt).toBeGreaterThan(0);
});

test('a later notice of a kind takes the place of the one before', async () => {
  await showNotice(worker, notice);
  await showNotice(worker, notice);
  expect([registration.shown.length, badges.at(-1)]).toEqual([1, 1]);
});

test('what a newer server says in another way is shown as news', async () => {
  await showNotice(worker, { web_push: 9000 });
  await showNotice(worker, undefined);
  expect(registration.shown).toMatchObject([{ title: 'There is news' }]);
});

test('over a page that is in sight nothing is shown, and over one behind others it is', async () => {
  pages = [aPage('hidden'), aPage('visible')];
  await showNotice(worker, notice);
  expect(registration.shown).toEqual([]);
  pages = [aPage('hidden')];
  await showNotice(worker, notice);
  expect(registration.shown).toHaveLength(1);
});

test.each([
  ['where nobody is signed in', () => deviceDb.device.clear()],
  ['on a locked device', () => changeSession(db.userId, () => ({ isInactive: true }))],
])('%s nothing is shown, and the subscription ends', async (_, end) => {
  await end();
  await showNotice(worker, notice);
  expect([registration.shown, registration.subscription]).toEqual([[], null]);
});

const shown = { data: { navigate: notice.notification.navigate } };

test('a click opens the friend in a page that is open, under our own origin', async () => {
  const asked: object[] = [];
  const [deaf, ours] = [
    aPage('visible'),
    aPage('hidden', (message, [port]) => {
      asked.push(message);
      port?.postMessage(true);
    }),
  ];
  pages = [deaf, ours];
  await openNotice(worker, shown);
  expect(asked).toEqual([{ type: 'OPEN_PAGE', path: PAGE }]);
  expect(ours.focus).toHaveBeenCalledOnce();
  expect(opened).toEqual([]);
  expect(deaf.focus).not.toHaveBeenCalled();
});

test('a click opens the app if no page of it is open', async () => {
  await openNotice(worker, shown);
  await openNotice(worker, { data: null });
  expect(opened).toEqual([PAGE, '/']);
});

test('the icon counts anew once a notice is closed', async () => {
  await showNotice(worker, notice);
  for (const { close } of registration.shown) close();
  await recount(worker);
  expect(badges).toEqual([1, 0]);
});
