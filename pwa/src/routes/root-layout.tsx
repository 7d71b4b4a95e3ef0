import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useSyncExternalStore } from 'react';
import { findAnyTrouble, onTrouble } from '@sunloop/engine/data/storage/trouble.ts';
import { useUpdate } from '../ground/update/update-store.ts';
import { shownKind, useNotices } from '../ui/layers/notices.ts';
import { lazyPart } from '../ui/layers/lazy-part.ts';

const NoticeRegion = lazyPart(() => import('../ui/layers/notice-region.tsx'), 'NoticeRegion');
const UpdatePrompt = lazyPart(() => import('../ground/update/update-prompt.tsx'), 'UpdatePrompt');

/** What every page has: the place of its notices, and those about a new version or the storage, loaded when first needed. */
export function RootLayout() {
  const hasNotice = useNotices((notices) => shownKind(notices) !== undefined);
  const trouble = useSyncExternalStore(onTrouble, findAnyTrouble);
  const { notice, isBroken } = useUpdate();
  const kind = trouble?.kind ?? notice;
  // The guard of the first page is still waiting for the device, so there is nothing else on the page.
  const isAlone = useRouterState({ select: ({ resolvedLocation }) => !resolvedLocation });
  return (
    <>
      <Outlet />
      <Suspense>
        {hasNotice && <NoticeRegion />}
        {kind && !isBroken && <UpdatePrompt notice={kind} isAlone={isAlone} />}
      </Suspense>
    </>
  );
}
