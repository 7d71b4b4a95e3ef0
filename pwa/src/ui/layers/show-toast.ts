import { create } from 'zustand';

/**
 * One notice; `destructive` is for failures, `action` for what can be done about it. A quiet one waits until no other
 * is open, and comes back after one that took its place.
 */
export type ToastText = {
  title: string;
  description: string;
  variant?: 'destructive';
  isQuiet?: true;
  action?: { label: string; onPress: () => void };
};

/** Whether the region has ever been needed: it is loaded with the first toast. */
export const useToastRegion = create<{ isNeeded: boolean }>(() => ({ isNeeded: false }));

/** Shows a notice, replacing the previous one (SPEC §9). Offline the region comes from the precache. */
export async function showToast(toast: ToastText): Promise<void> {
  useToastRegion.setState({ isNeeded: true });
  const { putToast } = await import('./toast.tsx');
  putToast(toast);
}
