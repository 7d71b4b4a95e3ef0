import { formatNumber } from '../../lib/format-number.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useCountUp } from '../../ui/use-count-up.ts';
import type { countUp } from './impact-figures.ts';

type Props = {
  icon: IconName;
  value: number;
  children: string;
} & ReturnType<typeof countUp>;

/** One figure that counts up; screen readers hear its final value. */
export function ImpactTile({ icon, value, children, ...how }: Props) {
  const shown = useCountUp(value, how);
  const digits = value < 10 && value % 1 !== 0 ? 1 : 0;
  return (
    <li className="impact-tile">
      <Icon name={icon} />
      <strong aria-hidden="true">{formatNumber(shown, { digits })}</strong>
      <span className="visually-hidden">{formatNumber(value, { digits })}</span>
      <span>{children}</span>
    </li>
  );
}
