import { Icon, type IconName } from './icon.tsx';
import './stat-card.css';

type Props = {
  title: string;
  value: string;
  icon: IconName;
  tone?: 'primary' | 'success' | 'pending' | 'warning';
};

/** One figure with its name. */
export function StatCard({ title, value, icon, tone = 'primary' }: Props) {
  return (
    <div className="stat-card" data-tone={tone}>
      <Icon name={icon} />
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
