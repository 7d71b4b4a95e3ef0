import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { dropNews, readNews } from '@sunloop/engine/news.ts';
import { shownKind, standNotice, useNotices } from '../../ui/layers/notices.ts';
import { AchievementPopup } from './achievement-popup.tsx';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

/**
 * Shows newly earned achievements, one popup after the other, in the order they came (SPEC §4). They take
 * their turn among the notices, and wait while a dialog is open, because they would lie over its buttons.
 */
export function AchievementPopups() {
  const db = useUserDb();
  const [first] = useStored(readNews) ?? [];
  const id = first?.id;
  const handleGone = useCallback(() => {
    if (id === undefined) return;
    dropNews(db, id).catch((error: unknown) => console.error('News not dropped here:', error));
  }, [db, id]);
  const isCovered = useSyncExternalStore(watchDialogs, isDialogOpen);
  const title = isCovered ? undefined : first?.achievement.title;
  useEffect(() => {
    if (title !== undefined) standNotice('achievement', { title, description: '' });
    return () => standNotice('achievement');
  }, [title]);
  const isNext = useNotices((notices) => shownKind(notices) === 'achievement');
  if (!first || !isNext) return null;
  return <AchievementPopup key={first.id} achievement={first.achievement} onGone={handleGone} />;
}

const isDialogOpen = () => document.querySelector('[role$="dialog"]:not(.notice)') !== null;

/** Dialogs are put directly into the page's body. */
function watchDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
