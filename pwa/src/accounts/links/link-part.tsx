import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Logo } from '../../ui/logo.tsx';
import './link-part.css';

type Props = { title: string; problem?: string; children?: ReactNode };

/** What a link from a message leads to: a title, what is to be done, and the way to the sign-in page. */
export function LinkPart({ title, problem = '', children }: Props) {
  return (
    <main className="link-page">
      <title>{`${title} · Sunloop`}</title>
      <Logo />
      <h1>{title}</h1>
      {problem !== '' && (
        <Banner tone="bad" icon="alert">
          {problem}
        </Banner>
      )}
      {children}
      <a href="/auth">To the sign-in page</a>
    </main>
  );
}
