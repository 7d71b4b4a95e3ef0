import { create } from 'zustand';

/** SPEC §9: how long the record of a dismissed toast is kept. */
const REMOVAL_DELAY_MS = 1_000_000;

/** What stands until it is over, the most important first; a toast, which answers what the person just did, precedes all. */
const STANDING = [
  'lost',
  'trouble',
  'missing',
  'achievement',
  'version',
  'profile',
  'install',
] as const;
type Standing = (typeof STANDING)[number];

/** One notice; `destructive` is for failures, `action` for what can be done about it. */
export type NoticeText = {
  title: string;
  description: string;
  variant?: 'destructive';
  action?: { label: string; onPress: () => void };
  /** What Dismiss does; a notice that stands has none without it. */
  onDismiss?: () => void;
};

/** SPEC §3; the id tells a toast from an earlier one with the same text. */
type ToastRecord = NoticeText & { id: number; open: boolean };

type Notices = {
  toast: ToastRecord | null;
  standing: { [kind in Standing]?: NoticeText | undefined };
};

/** Everything that has something to say beside the page: one place shows one at a time. */
export const useNotices = create<Notices>(() => ({ toast: null, standing: {} }));
let serial = 0;

/** Which of the notices is shown. */
export function shownKind({ toast, standing }: Notices): Standing | 'toast' | undefined {
  return toast?.open ? 'toast' : STANDING.find((kind) => standing[kind]);
}

/** Shows a toast, replacing the open one (SPEC §9: at most one). */
export function showToast(toast: NoticeText): void {
  serial += 1;
  useNotices.setState({ toast: { ...toast, id: serial, open: true } });
}

/** Closes the toast; its record is removed later. */
export function dismissToast(): void {
  const { toast } = useNotices.getState();
  if (!toast?.open) return;
  const closed = { ...toast, open: false };
  useNotices.setState({ toast: closed });
  setTimeout(
    () => useNotices.setState((now) => (now.toast === closed ? { toast: null } : now)),
    REMOVAL_DELAY_MS,
  );
}

/** Sets what stands, until it is called with nothing; shown when nothing more important is. */
export function standNotice(kind: Standing, notice?: NoticeText): void {
  useNotices.setState(({ standing }) => ({ standing: { ...standing, [kind]: notice } }));
}
