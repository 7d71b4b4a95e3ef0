import { useId, type ReactNode } from 'react';
import './card.css';

type Props = {
  title: string;
  /** A link or button at the end of the title's line. */
  action?: ReactNode;
  tone?: 'plain' | 'hero';
  children: ReactNode;
};

/** A titled part of a page. */
export function Card({ title, action, tone = 'plain', children }: Props) {
  const id = useId();
  return (
    <section className="card" data-tone={tone} aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
