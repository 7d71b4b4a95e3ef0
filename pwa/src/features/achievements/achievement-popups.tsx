import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useSyncExternalStore } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { dropNews, readNews } from '../../sync/news.ts';
import { AchievementPopup } from './achievement-popup.tsx';

/**
 * Shows newly earned achievements, one popup after the other, in the order they came (SPEC §4). They wait while a dialog is
 * open, because they would lie over its buttons.
 */
export function AchievementPopups({ db }: { db: UserDb }) {
  const [first] = useLiveQuery(() => readNews(db), [db]) ?? [];
  const id = first?.id;
  const handleGone = useCallback(() => {
    if (id === undefined) return;
    dropNews(db, id).catch((error: unknown) => console.error('News not dropped here:', error));
  }, [db, id]);
  const isCovered = useSyncExternalStore(watchDialogs, isDialogOpen);
  if (!first || isCovered) return null;
  return <AchievementPopup key={first.id} achievement={first.achievement} onGone={handleGone} />;
}

const isDialogOpen = () => document.querySelector('[role$="dialog"]:not(.toast)') !== null;

/** Dialogs are put directly into the page's body. */
function watchDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
