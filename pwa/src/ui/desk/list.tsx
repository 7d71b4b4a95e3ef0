import { useEffect, useRef, type ReactNode } from 'react';
import './list.css';

/** A list of items an admin maintains. */
export function DeskList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="desk-list" aria-label={label}>
      {children}
    </ul>
  );
}

type Props = {
  /** Shown before the text: a level, an icon. */
  lead?: ReactNode;
  title: string;
  badges?: ReactNode;
  /** Text under the title. */
  children?: ReactNode;
  /** Its value. */
  figure?: string;
  /** Buttons at the end; the one marked `data-edit` gets the focus back after an edit. */
  actions?: ReactNode;
  /** A form that replaces the row while it is edited. */
  editor?: ReactNode;
};

/** One item, shown or edited in place. */
export function DeskRow({ lead, title, badges, children, figure, actions, editor }: Props) {
  const row = useRef<HTMLLIElement>(null);
  useEditFocus(row, Boolean(editor));
  if (editor) {
    return (
      <li className="desk-row" data-editing ref={row}>
        {editor}
      </li>
    );
  }
  return (
    <li className="desk-row" ref={row}>
      {lead && <div className="desk-row-lead">{lead}</div>}
      <div className="desk-row-text">
        <h3>{title}</h3>
        {badges && <div className="desk-row-badges">{badges}</div>}
        {children}
      </div>
      <div className="desk-row-end">
        {figure && <strong className="desk-row-figure">{figure}</strong>}
        {actions && <div className="desk-row-actions">{actions}</div>}
      </div>
    </li>
  );
}

/** Moves the focus into the form when it opens, and afterwards back to the button that opened it. */
function useEditFocus(row: { current: HTMLElement | null }, isEditing: boolean): void {
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    const target = isEditing ? 'input, textarea' : '[data-edit]';
    row.current?.querySelector<HTMLElement>(target)?.focus();
  }, [row, isEditing]);
}
