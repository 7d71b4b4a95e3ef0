import { ButtonLink } from '../ui/button-link.tsx';
import { Icon } from '../ui/icon.tsx';
import '../ui/plain-page.css';

/** Any address the router does not know; title and the hint for developers are SPEC §2. */
export function NotFoundPage() {
  return (
    <main className="plain-page">
      <title>Not found · Sunloop</title>
      <Icon name="alert" />
      <h1>404 Page Not Found</h1>
      <p>There is nothing at this address. The link may be old or incomplete.</p>
      <ButtonLink to="/" variant="primary" icon="home">
        Go to the dashboard
      </ButtonLink>
      <small className="muted">Did you forget to add the page to the router?</small>
    </main>
  );
}
