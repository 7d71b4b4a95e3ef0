import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useUpdate } from '../features/update/update-store.ts';
import { useToastRegion } from '../ui/show-toast.ts';

const ToastRegion = lazy(async () => ({
  default: (await import('../ui/toast.tsx')).ToastRegion,
}));
const UpdatePrompt = lazy(async () => ({
  default: (await import('../features/update/update-prompt.tsx')).UpdatePrompt,
}));

/** What stands on every page: toasts and the offer of a new version, each loaded when first needed. */
export function RootLayout() {
  const isToastNeeded = useToastRegion((state) => state.isNeeded);
  const notice = useUpdate((state) => state.notice);
  return (
    <>
      <Outlet />
      <Suspense>
        {isToastNeeded && <ToastRegion />}
        {notice && <UpdatePrompt notice={notice} />}
      </Suspense>
    </>
  );
}
