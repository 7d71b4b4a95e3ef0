import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react';
import { IconButton } from '../button.tsx';
import { DeskDialog } from './dialog.tsx';
import './side.css';
import { useIsWide } from './use-is-wide.ts';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** Details of one row: from 90rem on beside the list, which stays in use; below that in a drawer over it. */
export function DeskSide(props: Props) {
  return useIsWide() ? <Pane {...props} /> : <DeskDialog width="side" {...props} />;
}

/** Takes the focus when it opens, gives it back when it closes, and closes with Escape, as the drawer does. */
function Pane({ title, onClose, children }: Props) {
  const id = useId();
  const pane = useRef<HTMLDivElement>(null);
  const handleFocus = useFocusWhileOpen(pane);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as it does any dialog
    <div
      role="dialog"
      className="desk-pane"
      aria-labelledby={id}
      tabIndex={-1}
      ref={pane}
      onFocus={handleFocus}
      onKeyDown={handleKeyDown}
    >
      <header className="desk-pane-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" aria-label="Close" onPress={onClose} />
      </header>
      {children}
    </div>
  );
}

/** Gives the focus back to where in the list it last came from. */
function useFocusWhileOpen(pane: { current: HTMLElement | null }) {
  const from = useRef<Element | null>(null);
  useEffect(() => {
    from.current = document.activeElement;
    const opened = pane.current;
    opened?.focus({ preventScroll: true });
    return () => {
      const isElsewhere = document.activeElement !== document.body;
      if (isElsewhere && !opened?.contains(document.activeElement)) return;
      if (from.current instanceof HTMLElement) from.current.focus({ preventScroll: true });
    };
  }, [pane]);
  return ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget?.closest('.desk-list')) from.current = relatedTarget;
  };
}
