import { Icon, type IconName } from '../../ui/icon.tsx';
import type { Referrer } from './use-landing.ts';

type LandingPromise = { icon: IconName; title: string; text: string };

const PROMISES: readonly LandingPromise[] = [
  {
    icon: 'sun',
    title: 'A free consultation',
    text: 'We look at your roof, your bills and your questions, by phone or at your home.',
  },
  {
    icon: 'chart',
    title: 'A free quote',
    text: 'In writing, for a system that fits your home. It commits you to nothing.',
  },
];

const thanksFor = (friend: string): LandingPromise => ({
  icon: 'gift',
  title: `A thank-you for ${friend}`,
  text: 'Paid by us when you become a customer. Your price stays the same.',
});

/** What the visitor gets, and what their friend gets. */
export function Promises({ referrer }: { referrer: Referrer }) {
  const friend = referrer.kind === 'known' ? referrer.name : 'your friend';
  const promises = referrer.kind === 'unknown' ? PROMISES : [...PROMISES, thanksFor(friend)];
  return (
    <section className="landing-promises" aria-labelledby="promises-title">
      <h2 id="promises-title">What you get</h2>
      <ul>
        {promises.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
