import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { findAnyTrouble, onTrouble } from '../data/storage/trouble.ts';
import { useUpdate } from '../features/update/update-store.ts';
import { useToastRegion } from '../ui/layers/show-toast.ts';

const ToastRegion = lazy(async () => ({
  default: (await import('../ui/layers/toast.tsx')).ToastRegion,
}));
const UpdatePrompt = lazy(async () => ({
  default: (await import('../features/update/update-prompt.tsx')).UpdatePrompt,
}));

/** What every page has: toasts, and notices about a new version or the storage, each loaded when first needed. */
export function RootLayout() {
  const isToastNeeded = useToastRegion((state) => state.isNeeded);
  const trouble = useSyncExternalStore(onTrouble, findAnyTrouble);
  const { notice, isBroken } = useUpdate();
  const kind = trouble?.kind ?? notice;
  // The guard of the first page is still waiting for the device, so there is nothing else on the page.
  const isAlone = useRouterState({ select: ({ resolvedLocation }) => !resolvedLocation });
  return (
    <>
      <Outlet />
      <Suspense>
        {isToastNeeded && <ToastRegion />}
        {kind && !isBroken && <UpdatePrompt notice={kind} isAlone={isAlone} />}
      </Suspense>
    </>
  );
}
