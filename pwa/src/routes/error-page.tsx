import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import '../ui/plain-page.css';

/** Shown instead of a page that broke; what was saved is safe in the device's database. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <main className="plain-page">
      <title>Something went wrong · Sunloop</title>
      <Icon name="alert" />
      <h1>Something went wrong</h1>
      <p>Nothing you saved is lost. Reloading usually helps.</p>
      <p className="muted">{error instanceof Error ? error.message : String(error)}</p>
      <Button onPress={() => window.location.reload()}>Reload</Button>
    </main>
  );
}
