import { Logo } from '../../ui/logo.tsx';

/** Where the server puts a text; see its `features/text-pages/routes.ts`. */
const slot = (name: string) => `{{${name}}}`;

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
