import { startSettling } from '../../src/sync/run/start-settling.ts';
import { startSync } from '../../src/sync/run/start.ts';
import { fakeWindow } from '../../src/test/fake-window.ts';
import { rawSession } from './raw-storage.ts';
import type { EngineStep } from './steps.ts';
import type { Tab } from './tab.ts';
import type { World } from './world.ts';

/** Has a page in each tab for whoever is signed in, as the app does; what it begins runs alongside the steps. */
export function keepPages(world: World): void {
  if (!world.hasPages) return;
  const session = rawSession();
  const userId = session?.state === 'active' ? session.user.id : null;
  for (const tab of world.tabs) if (tab.page?.userId !== userId) openPage(tab, userId);
}

function openPage(tab: Tab, userId: string | null): void {
  tab.page?.stop();
  const { window, ...page } = fakeWindow();
  // While somebody looks, it asks every 5 s, which takes too many steps.
  page.changeVisibility('hidden');
  const { deps } = tab;
  const stop = tab.run(() =>
    userId === null ? startSettling(window, deps) : startSync({ db: tab.db(userId), window }, deps),
  );
  tab.page = { ...page, userId, stop };
}

/** What the browser tells a page. */
export function tellPage(tab: Tab, event: Extract<EngineStep, { do: 'page' }>['event']): void {
  const { page } = tab;
  if (!page || tab.isFrozen) return;
  tab.run(() => {
    if (event === 'visible' || event === 'hidden') page.changeVisibility(event);
    else page.emit(event);
  });
}
