import { Icon, type IconName } from '../../ui/icon.tsx';
import { SunRings } from '../../ui/sun-rings.tsx';

type Benefit = { icon: IconName; title: string; text: string };

const OTHERS: readonly Benefit[] = [
  {
    icon: 'chart',
    title: 'Track Progress',
    text: 'See where every referral stands, even without a signal.',
  },
  {
    icon: 'leaf',
    title: 'Make an Impact',
    text: 'Every roof you bring to solar is carbon that stays in the ground.',
  },
];

/** Why to sign up. */
export function MarketingPanel({ promise }: { promise: string }) {
  const earn: Benefit = { icon: 'gift', title: 'Earn Rewards', text: promise };
  return (
    <section className="marketing has-sun-rings" aria-labelledby="marketing-title">
      <SunRings />
      <h2 id="marketing-title">Refer and Earn</h2>
      <ul>
        {[earn, ...OTHERS].map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
