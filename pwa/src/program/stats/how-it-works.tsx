import { Card } from '../../ui/card.tsx';
import './how-it-works.css';

const STEPS = [
  { title: 'Share Your Link', text: 'Or add somebody yourself, with or without a signal.' },
  { title: 'They Get a Free Consultation', text: 'We call them and look at their roof.' },
  { title: 'Track Progress', text: 'Follow each referral from the first call to the panels.' },
  { title: 'Earn Rewards', text: 'Every installed friend climbs the reward ladder.' },
];

/** The four steps of SPEC §2. */
export function HowItWorks() {
  return (
    <Card title="How It Works">
      <ol className="how-it-works">
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
