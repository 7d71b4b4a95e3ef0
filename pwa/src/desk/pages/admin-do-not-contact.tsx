import { doNotContactRoutes } from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { MarkList } from '../referrals/do-not-contact/mark-list.tsx';
import { Card } from '../../ui/card.tsx';
import { Reading } from '../../ui/reading.tsx';
import { useDeskReading } from './use-desk-reading.ts';
import { useMarkActs } from './use-mark-acts.ts';

/** Who is not to be contacted: who marked them, when and why, and the way back. */
export function AdminDoNotContact() {
  const marks = useDeskReading(doNotContactRoutes.doNotContact);
  const { lift } = useMarkActs();
  return (
    <Card title="Do not contact">
      <p className="muted">
        Nobody calls these people, and nobody can refer them, by email or phone. Only admins see
        this list.
      </p>
      <Reading of={marks} what="The marks" lines={4}>
        {(all) => <MarkList marks={all} onLift={lift} />}
      </Reading>
    </Card>
  );
}
