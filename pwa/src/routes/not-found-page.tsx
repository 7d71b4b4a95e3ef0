import { ButtonLink } from '../ui/button-link.tsx';
import { Icon } from '../ui/icon.tsx';
import '../ui/plain-page.css';

/** Any address the router does not know (SPEC §2 for its words). */
export function NotFoundPage() {
  return (
    <main className="plain-page">
      <title>Not found · Sunloop</title>
      <Icon name="alert" />
      <h1>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <ButtonLink to="/" variant="primary">
        Go to the dashboard
      </ButtonLink>
    </main>
  );
}
