import { Logo } from '../../ui/logo.tsx';
import { slot } from './slot.ts';

/** A page whose text the operator writes: it needs neither script nor a sign-in. */
export const TEXT_VIEW = (
  <main className="text-page">
    <a href="/" aria-label="Sunloop">
      <Logo />
    </a>
    <h1>{slot('title')}</h1>
    <div className="text-page-body">{slot('text')}</div>
    <p className="muted">{slot('changed')}</p>
  </main>
);
