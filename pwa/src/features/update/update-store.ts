import { create } from 'zustand';

/** `ready`: a new version waits. `outdated` (also: it took over) and `blocked`: see data/storage-notices.ts. */
export type UpdateNotice = 'ready' | 'outdated' | 'blocked';

/** What the page has to say about versions, and how to take the one that waits. */
export const useUpdate = create<{ notice: UpdateNotice | null; apply: () => void }>(() => ({
  notice: null,
  apply: () => window.location.reload(),
}));
