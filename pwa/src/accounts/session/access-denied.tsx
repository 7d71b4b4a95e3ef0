import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';

/** What anybody but an admin sees instead of the console (SPEC §2). */
export function AccessDenied() {
  return (
    <Card title="Access Denied">
      <p>This page is for administrators.</p>
      <ButtonLink to="/" search={{}} variant="primary">
        Return to Dashboard
      </ButtonLink>
    </Card>
  );
}
