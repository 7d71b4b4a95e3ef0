import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { dropNews, readNews } from '../../sync/news.ts';
import { AchievementPopup } from './achievement-popup.tsx';

/** Shows newly earned achievements, one popup after the other, in the order they came (SPEC §4). */
export function AchievementPopups({ db }: { db: UserDb }) {
  const [first] = useLiveQuery(() => readNews(db), [db]) ?? [];
  const id = first?.id;
  const handleGone = useCallback(() => {
    if (id === undefined) return;
    dropNews(db, id).catch((error: unknown) => console.error('News not dropped here:', error));
  }, [db, id]);
  if (!first) return null;
  return <AchievementPopup key={first.id} achievement={first.achievement} onGone={handleGone} />;
}
