import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './card.css';
import './fold.css';

type Props = {
  title: string;
  /** The rest in a sentence. */
  text?: string;
  /** Whether it stands open at first. */
  isOpen?: boolean;
  /** Called when it opens. */
  onOpen?: () => void;
  children: ReactNode;
};

/** A part of a page that says what it is and shows the rest when it is opened. */
export function Fold({ title, text, isOpen, onOpen, children }: Props) {
  return (
    <details
      className="card fold"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron" />
        {text && <p>{text}</p>}
      </summary>
      {children}
    </details>
  );
}
