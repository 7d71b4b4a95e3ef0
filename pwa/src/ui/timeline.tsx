import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './badge.tsx';
import './timeline.css';

/** Something that happened, and when in words. */
export type TimelineEvent = {
  key: string;
  icon: IconName;
  tone: Tone;
  title: string;
  when: string;
  detail?: string | undefined;
};

/** Events in the order they happened. */
export function Timeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {events.map(({ key, icon, tone, title, when, detail }) => (
        <li key={key} data-tone={tone}>
          <Icon name={icon} />
          <div>
            <strong>{title}</strong>
            {detail && <p>{detail}</p>}
            <small>{when}</small>
          </div>
        </li>
      ))}
    </ol>
  );
}
