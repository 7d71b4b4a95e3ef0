import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';

/** Leads to the add dialog, with an explanation. */
export function SubmitCard() {
  return (
    <Card title="Submit a Referral">
      <p className="muted">Refer somebody yourself and earn rewards when they become a customer.</p>
      <ButtonLink to="." search={{ add: 1 }} variant="primary" icon="plus">
        Add New Referral
      </ButtonLink>
    </Card>
  );
}
