import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import { Icon } from './icon.tsx';
import { InFold } from './in-fold.ts';
import './card.css';
import './fold.css';

type Props = {
  title: string;
  /** The rest in a sentence. */
  text?: string;
  /** For whoever decides whether it is open; otherwise only the person does. */
  isOpen?: boolean;
  /** Draws what it holds only once it is opened; from then on that stays, with what was typed in it. */
  isOnDemand?: boolean;
  /** Called when it opens or closes. */
  onToggle?: (isOpen: boolean) => void;
  place?: RefObject<HTMLDetailsElement | null>;
  children: ReactNode;
};

/** A part of a page that says what it is and shows the rest when it is opened. */
export function Fold({ title, text, isOpen, isOnDemand, onToggle, place, children }: Props) {
  const [isDrawn, setDrawn] = useState(isOpen || !isOnDemand);
  const handleToggle = (isNow: boolean) => {
    if (isNow) setDrawn(true);
    onToggle?.(isNow);
  };
  return (
    <details
      ref={place}
      className="card fold"
      open={isOpen}
      onToggle={({ currentTarget }) => handleToggle(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron" />
        {text && <p>{text}</p>}
      </summary>
      <InFold value>
        <Suspense>{isDrawn && children}</Suspense>
      </InFold>
    </details>
  );
}

/** A sentence that opens: what it rests on stands below it. */
export function More({ sentence, children }: { sentence: ReactNode; children: ReactNode }) {
  return (
    <details className="more">
      <summary>
        <span>{sentence}</span>
        <Icon name="chevron" />
      </summary>
      <div className="stack" data-gap="3">
        {children}
      </div>
    </details>
  );
}
