import { useContext, useId, type ReactNode } from 'react';
import { InFold } from './in-fold.ts';
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
  const Title = useContext(InFold) ? 'h3' : 'h2';
  return (
    <section className="card" data-tone={tone} aria-labelledby={id}>
      <header className="card-head">
        <Title id={id}>{title}</Title>
        {action}
      </header>
      {children}
    </section>
  );
}
