import { Icon, type IconName } from './icon.tsx';
import './badge.css';

/** What a badge means, not what it looks like. */
export type Tone = 'plain' | 'info' | 'wait' | 'good' | 'bad';
type Props = { tone: Tone; icon?: IconName; children: string };

/** A state in a word or two. */
export function Badge({ tone, icon, children }: Props) {
  return (
    <span className="badge" data-tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
