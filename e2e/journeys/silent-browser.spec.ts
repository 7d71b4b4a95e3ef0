import type { BrowserContext } from 'playwright/test';
import { logOut } from '../fixtures/navigation.ts';
import { makeFriend, signIn } from '../fixtures/people.ts';
import { profileAt, sectionOf } from '../fixtures/profile.ts';
import { addReferral, connection, expectSentOnce, listItem } from '../fixtures/referrals.ts';
import { variant } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

/** What a browser is asked when the app starts, stores, shows its profile or signs out, as `Interface.member`. */
const ASKED = {
  'what databases there are': ['IDBFactory.databases'],
  'for locks': ['LockManager.request', 'LockManager.query'],
  'for its worker': [
    'ServiceWorkerContainer.ready',
    'ServiceWorkerContainer.register',
    'ServiceWorkerContainer.getRegistration',
  ],
  'about its caches': ['CacheStorage.open', 'CacheStorage.match', 'CacheStorage.delete'],
  'how much it stores': ['StorageManager.estimate'],
  'whether it protects that': ['StorageManager.persisted', 'StorageManager.persist'],
  'about notifications': [
    'PushManager.getSubscription',
    'PushManager.permissionState',
    'ServiceWorkerRegistration.getNotifications',
  ],
  'to tell other tabs': ['BroadcastChannel.postMessage'],
} as const;

const CASES = [
  ['anything', Object.values(ASKED).flat()],
  ...Object.entries(ASKED),
] as const satisfies readonly (readonly [string, readonly string[]])[];

/** From now on the browser never answers these. */
async function silence(context: BrowserContext, members: readonly string[]): Promise<void> {
  await context.addInitScript((named: readonly string[]) => {
    const never = () => new Promise(() => undefined);
    for (const [owner = '', name = ''] of named.map((each) => each.split('.'))) {
      const { prototype } = Reflect.get(globalThis, owner) as { prototype: object };
      const isRead = Object.getOwnPropertyDescriptor(prototype, name)?.get !== undefined;
      Object.defineProperty(prototype, name, isRead ? { get: never } : { value: never });
    }
  }, members);
}

for (const [at, [what, members]] of CASES.entries()) {
  test(
    `A browser that never answers when asked ${what} holds up neither start, saving, sending nor signing out`,
    variant(at),
    async ({ app, context, page, person }) => {
      await silence(context, members);
      await signIn(page, person);
      const friend = makeFriend();
      await addReferral(page, friend);
      await expect(listItem(page, friend)).toContainText('Submitted');
      await expectSentOnce(app, friend);
      await expect(connection(page)).toHaveText('All sent');
      await page.goto(profileAt('device'));
      const lacks = (member: string) => (members as readonly string[]).includes(member);
      const device = sectionOf(page, 'This device');
      await expect(device).toContainText(
        lacks('ServiceWorkerContainer.ready')
          ? 'Does not work without signal yet'
          : 'Works without signal',
      );
      await expect(device).toContainText(
        lacks('StorageManager.persisted')
          ? 'does not say whether'
          : /keeps your data|may clear away/,
      );
      await expect(device.getByText(/^.*Sunloop uses \d/)).toHaveCount(
        lacks('StorageManager.estimate') ? 0 : 1,
      );
      await logOut(page);
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
    },
  );
}
