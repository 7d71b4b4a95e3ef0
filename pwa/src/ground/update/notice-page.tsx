import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import '../../ui/plain-page.css';

type Props = { title: string; text: string; onReload: () => void; children?: ReactNode };

/** A page with a single notice, and Reload. */
export function NoticePage({ title, text, onReload, children }: Props) {
  return (
    <main className="plain-page">
      <title>{`${title} · Sunloop`}</title>
      <Icon name="alert" />
      <h1>{title}</h1>
      <p role="status">{text}</p>
      <Button onPress={onReload}>Reload</Button>
      {children}
    </main>
  );
}
