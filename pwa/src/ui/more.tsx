import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './more.css';

type Props = {
  /** What it comes to. */
  sentence: ReactNode;
  children: ReactNode;
};

/** A sentence that opens: what it rests on stands below it. */
export function More({ sentence, children }: Props) {
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
