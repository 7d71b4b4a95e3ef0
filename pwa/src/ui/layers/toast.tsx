import { useEffect, useId, useRef, useState, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { Button, IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import type { ToastText } from './show-toast.ts';
import { useNoticeKey } from './use-notice-key.ts';
import './toast.css';

/** Long enough to read; an error, or a notice one can act on, stays until it is dismissed. */
const TOAST_MS = 6000;

/** SPEC §9: how long the record of a dismissed toast is kept. */
const REMOVAL_DELAY_MS = 1_000_000;

/** SPEC §3; the id tells a toast from an earlier one with the same text. */
type ToastRecord = ToastText & { id: string; open: boolean };

export const useToast = create<{ toast: ToastRecord | null }>(() => ({ toast: null }));
let serial = 0;

/** Shows a toast, replacing the open one (SPEC §9: at most one). */
export function putToast(toast: ToastText): void {
  const { toast: shown } = useToast.getState();
  if (shown?.open && toast.isQuiet) return putWhenFree(toast);
  serial += 1;
  useToast.setState({ toast: { ...toast, id: String(serial), open: true } });
  // It may not have been read.
  if (shown?.open && shown.isQuiet) putWhenFree(shown);
}

function putWhenFree(toast: ToastText): void {
  const stop = useToast.subscribe((state) => {
    if (state.toast?.open) return;
    stop();
    putToast(toast);
  });
}

/** Closes it; its record is removed later. */
function dismiss(): void {
  const { toast } = useToast.getState();
  if (!toast?.open) return;
  const closed = { ...toast, open: false };
  useToast.setState({ toast: closed });
  setTimeout(
    () => useToast.setState((now) => (now.toast === closed ? { toast: null } : now)),
    REMOVAL_DELAY_MS,
  );
}

/** Where toasts appear: a landmark outside the page, so that an open dialog does not make it unreachable. */
export function ToastRegion() {
  const { toast } = useToast();
  useNoticeKey();
  return createPortal(
    <section className="toast-region" aria-label="Notices" data-react-aria-top-layer>
      {toast?.open && <Toast key={toast.id} toast={toast} />}
    </section>,
    document.body,
  );
}

function Toast({ toast }: { toast: ToastText }) {
  const id = useId();
  const [isHeld, setHeld] = useState(false);
  const before = useRef<HTMLElement>(null);
  const { action } = toast;
  const isError = toast.variant === 'destructive';
  const isLasting = isError || action !== undefined;
  useEffect(() => {
    if (isHeld || isLasting) return undefined;
    const timer = setTimeout(dismiss, TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, isLasting]);
  const handleFocus = ({ relatedTarget }: FocusEvent) => {
    setHeld(true);
    if (relatedTarget instanceof HTMLElement) before.current ??= relatedTarget;
  };
  const handleDismiss = () => {
    dismiss();
    before.current?.focus();
  };
  const handleAction = () => {
    action?.onPress();
    handleDismiss();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and focus only keep it open
    <div
      className="toast"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-variant={toast.variant ?? 'plain'}
      data-notice
      tabIndex={-1}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={handleFocus}
      onBlur={() => setHeld(false)}
    >
      <Icon name={isError ? 'alert' : 'check'} />
      <div className="toast-content" role="alert">
        <span id={`${id}-title`}>{toast.title}</span>
        <span id={`${id}-text`}>{toast.description}</span>
      </div>
      {action && (
        <Button variant="quiet" size="sm" onPress={handleAction}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" aria-label="Dismiss" onPress={handleDismiss} />
    </div>
  );
}
