import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import {
  findAnyTrouble,
  onTrouble,
  type StorageTrouble,
} from '@sunloop/engine/data/storage/trouble.ts';
import { NoticePage } from '../ground/update/notice-page.tsx';
import { NOTICE_TEXTS } from '../ground/update/notice-texts.ts';
import { useUpdate } from '../ground/update/update-store.ts';
import { UNREADABLE_STORAGE } from './unreadable-storage.ts';
import { lazyPart } from '../ui/layers/lazy-part.ts';

const StartAnew = lazyPart(() => import('../ground/storage/start-anew.tsx'), 'StartAnew');

const ANY_FAULT = {
  title: 'Something went wrong',
  description: 'Nothing you saved is lost. Reloading usually helps.',
};

/** Shown instead of a page that broke; if storage is the cause, it says so and continues once that is over. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const trouble = useTroubleUntilOver(error);
  const { look, apply } = useUpdate();
  const { title, description } = trouble ? NOTICE_TEXTS[trouble.kind] : ANY_FAULT;
  return (
    <NoticePage
      title={title}
      text={description}
      onReload={trouble?.kind === 'newer' ? look : apply}
    >
      {!trouble && (
        <p className="muted">{error instanceof Error ? error.message : String(error)}</p>
      )}
      {trouble?.kind === 'broken' && (
        <Suspense>
          <StartAnew database={trouble.database} />
        </Suspense>
      )}
    </NoticePage>
  );
}

/** The trouble that keeps the page from its storage; stays until the page is tried again. */
function useTroubleUntilOver(error: unknown): StorageTrouble | undefined {
  const [trouble, setTrouble] = useState(findAnyTrouble);
  const router = useRouter();
  useEffect(() => {
    const follow = () => {
      const now = findAnyTrouble();
      if (now) setTrouble(now);
      // Also if it was over before this page was loaded.
      else if (trouble || isUnreadable(error)) void router.invalidate();
    };
    follow();
    return onTrouble(follow);
  }, [error, router, trouble]);
  useEffect(() => {
    useUpdate.setState({ isBroken: true });
    return () => useUpdate.setState({ isBroken: false });
  }, []);
  return trouble;
}

const isUnreadable = (error: unknown) =>
  error instanceof Error && error.name === UNREADABLE_STORAGE;
