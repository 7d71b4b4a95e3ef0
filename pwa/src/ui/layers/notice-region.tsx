import { useEffect, useId, useRef, useState, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { dismissToast, shownKind, useNotices, type NoticeText } from './notices.ts';
import './notice-region.css';

/** Long enough to read; an error, or a toast one can act on, stays until it is dismissed. */
const TOAST_MS = 6000;

/**
 * Where notices appear, one at a time: a landmark outside the page, so that an open dialog does not make it unreachable.
 * An achievement takes its turn here and is drawn where SPEC §2 puts it.
 */
export function NoticeRegion() {
  const notices = useNotices();
  const kind = shownKind(notices);
  useNoticeKey();
  if (!kind || kind === 'achievement') return null;
  const { toast, standing } = notices;
  return createPortal(
    <section
      className="notice-region"
      aria-label="Notices"
      data-react-aria-top-layer
      ref={makeRoom}
    >
      {kind === 'toast' && toast ? (
        <Notice key={toast.id} notice={{ ...toast, onDismiss: dismissToast }} isFleeting />
      ) : (
        kind !== 'toast' && standing[kind] && <Notice key={kind} notice={standing[kind]} />
      )}
    </section>,
    document.body,
  );
}

function Notice({ notice, isFleeting = false }: { notice: NoticeText; isFleeting?: boolean }) {
  const id = useId();
  const [isHeld, setHeld] = useState(false);
  const before = useRef<HTMLElement>(null);
  const { action, onDismiss, variant } = notice;
  const isError = variant === 'destructive';
  const isOver = isFleeting && !isHeld && !isError && !action;
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(dismissToast, TOAST_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  const handleFocus = ({ relatedTarget }: FocusEvent) => {
    setHeld(true);
    if (relatedTarget instanceof HTMLElement) before.current ??= relatedTarget;
  };
  const handleDismiss = () => {
    onDismiss?.();
    before.current?.focus();
  };
  const handleAction = () => {
    action?.onPress();
    if (isFleeting) handleDismiss();
  };
  return (
    <div
      className="notice"
      role={isFleeting ? 'alertdialog' : 'status'}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-variant={variant}
      tabIndex={-1}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={handleFocus}
      onBlur={() => setHeld(false)}
    >
      <Icon name={isError ? 'alert' : isFleeting ? 'check' : 'sun'} />
      <p role={isFleeting ? 'alert' : undefined}>
        <strong id={`${id}-title`}>{notice.title}</strong>{' '}
        <span id={`${id}-text`}>{notice.description}</span>
      </p>
      {action && (
        <Button variant={isFleeting ? 'quiet' : 'sun'} size="sm" onPress={handleAction}>
          {action.label}
        </Button>
      )}
      {onDismiss && <IconButton icon="close" aria-label="Dismiss" onPress={handleDismiss} />}
    </div>
  );
}

/** Page and dialogs end above the notice, and what has the focus moves out from under it. */
function makeRoom(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined;
  const { documentElement: root } = document;
  const observer = new ResizeObserver(() => {
    root.style.setProperty('--notice', `${region.offsetHeight}px`);
    const focused = document.querySelector(':is(a, button, input, select, textarea):focus');
    const box = focused?.getBoundingClientRect();
    if (!box || region.contains(focused)) return;
    const isUnder = box.top < innerHeight && box.bottom > region.getBoundingClientRect().top;
    if (isUnder) focused?.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(region);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--notice');
  };
}

/** F6 moves to the notice and back to where the person was; without a notice the browser keeps the key. */
function useNoticeKey(): void {
  const cameFrom = useRef<Element>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const notice = document.querySelector<HTMLElement>('.notice');
      if (event.key !== 'F6' || !notice) return;
      event.preventDefault();
      const { activeElement } = document;
      const isInside = notice.contains(activeElement);
      if (!isInside) cameFrom.current = activeElement;
      const next = isInside ? cameFrom.current : notice;
      if (next instanceof HTMLElement) next.focus();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}
