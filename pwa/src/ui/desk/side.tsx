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

/** Gives the focus back to the row of the list that it last came from, which may have been drawn anew since. */
function useFocusWhileOpen(pane: { current: HTMLElement | null }) {
  const from = useRef('');
  useEffect(() => {
    from.current = rowOf(document.activeElement) ?? '';
    const opened = pane.current;
    opened?.focus({ preventScroll: true });
    return () => {
      const isElsewhere = document.activeElement !== document.body;
      if (isElsewhere && !opened?.contains(document.activeElement)) return;
      const find = (row: string) => document.querySelector<HTMLElement>(`.desk-list ${row}`);
      // A row that was pressed by mouse need not have had the focus.
      const row = find(`[data-index="${from.current}"]`) ?? find('[data-index][tabindex="0"]');
      row?.focus({ preventScroll: true });
    };
  }, [pane]);
  return ({ relatedTarget }: FocusEvent) => {
    from.current = rowOf(relatedTarget) ?? from.current;
  };
}

/** The place in the list of the row that an element is in. */
const rowOf = (element: Element | null) =>
  element?.closest<HTMLElement>('.desk-list [data-index]')?.dataset['index'];
