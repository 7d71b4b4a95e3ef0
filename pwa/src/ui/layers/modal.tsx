import { useId, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../button.tsx';
import { useAboveKeyboard } from './use-above-keyboard.ts';
import { useModalFocus } from './use-modal-focus.ts';
import './modal.css';

type Props = {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** False for forms, which an accidental tap beside the sheet must not close. */
  isDismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** `most`: always leaves a fifth of the viewport free. */
  height?: 'full' | 'most';
  /** `wide`: for what is read across, such as a table. `screen`: for what others look at, all of it. */
  width?: 'normal' | 'wide' | 'screen';
  children: ReactNode;
};

/**
 * A dialog, open for as long as it stands: a sheet from below on a phone, a card in the middle elsewhere.
 *
 * By the ARIA pattern instead of React Aria, whose overlays would take the dashboard over its budget; and
 * not `<dialog>`, whose top layer would leave the notices beneath it out of reach. The attribute keeps it
 * within reach above a dialog of the desk, which is React Aria's.
 */
export function Modal({ title, description, onClose, isDismissable = true, ...props }: Props) {
  const titleId = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  useModalFocus(sheet);
  useAboveKeyboard(overlay);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const handlePointerDown = (event: PointerEvent) => {
    if (isDismissable && event.target === event.currentTarget) onClose();
  };
  return createPortal(
    <div
      className="modal-overlay"
      data-react-aria-top-layer
      ref={overlay}
      role="presentation"
      onPointerDown={handlePointerDown}
      onKeyDown={handleKeyDown}
    >
      <div
        className="modal"
        data-height={props.height}
        data-width={props.width}
        role={props.role ?? 'dialog'}
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        ref={sheet}
      >
        <div className="modal-dialog">
          {/* As a header it would be another banner of the page. */}
          <section className="modal-head">
            <div>
              <h2 id={titleId}>{title}</h2>
              {description && <p className="muted">{description}</p>}
            </div>
            <IconButton icon="close" aria-label="Close" onPress={onClose} />
          </section>
          {props.children}
        </div>
      </div>
    </div>,
    document.body,
  );
}
