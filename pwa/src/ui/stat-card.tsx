import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';
import './stat-card.css';

/** A longer value is a text and shown smaller. */
const LONG_VALUE = 10;

type Props = {
  title: string;
  value: string;
  icon: IconName;
  tone?: Tone | undefined;
  /** A few words under the figure: how many of it wait, or its age. */
  note?: string | undefined;
};

/** One figure with its name. */
export function StatCard({ title, value, icon, tone, note }: Props) {
  return (
    <div className="stat-card" data-tone={tone}>
      <Icon name={icon} />
      <dt>{title}</dt>
      <dd data-long={value.length > LONG_VALUE || undefined}>{value}</dd>
      {note && <dd className="stat-note">{note}</dd>}
    </div>
  );
}
