import {
  cloneElement,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { usePlaceBeside } from './use-place-beside.ts';
import './popover.css';

type Props = {
  label: string;
  /** A button; it gets the handler that opens the panel and its ARIA attributes. */
  trigger: ReactElement<HTMLAttributes<HTMLButtonElement>>;
  children: (close: () => void) => ReactNode;
};

/** Details that open beside their button; Escape, moving the focus away or `close` closes them. */
export function Popover({ label, trigger, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const close = () => setOpen(false);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  // React's events follow its own tree, so the panel's arrive here although it is at the end of the page.
  const handleBlur = (event: FocusEvent<HTMLElement>) => {
    const next = event.relatedTarget;
    const isInside = anchor.current?.contains(next) || next?.closest('.popover');
    if (!isInside) setOpen(false);
  };
  return (
    <span
      className="popover-anchor"
      role="presentation"
      ref={anchor}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
    >
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen &&
        createPortal(
          <Panel label={label} anchor={anchor}>
            {children(close)}
          </Panel>,
          document.body,
        )}
    </span>
  );
}

type PanelProps = {
  label: string;
  anchor: { current: HTMLElement | null };
  children: ReactNode;
};

function Panel({ label, anchor, children }: PanelProps) {
  const panel = usePlaceBeside(anchor);
  return (
    <div className="popover" role="dialog" aria-label={label} tabIndex={-1} ref={panel}>
      <div className="popover-dialog">{children}</div>
    </div>
  );
}
