import { Link } from '@tanstack/react-router';
import { Card } from '../../ui/card.tsx';

/** What anybody but an admin sees of the console (SPEC §2). */
export function AccessDenied() {
  return (
    <Card title="Access Denied">
      <p>This page is for administrators.</p>
      <Link to="/" search={{}} className="button" data-variant="primary">
        Return to Dashboard
      </Link>
    </Card>
  );
}
