import { Icon, type IconName } from '../icon.tsx';

/** Icons used only by the admin's desk, on a 24 × 24 grid; customers never load them. */
const PATHS = {
  dots: 'M6 12h.1M12 12h.1M18 12h.1',
  up: 'm7 14 5-5 5 5',
  down: 'm7 10 5 5 5-5',
  sort: 'm8 10 4-4 4 4M8 14l4 4 4-4',
  minus: 'M6 12h12',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3v2.6M12 18.4V21M3 12h2.6M18.4 12H21M5.6 5.6l1.9 1.9M16.5 16.5l1.9 1.9M18.4 5.6l-1.9 1.9M7.5 16.5l-1.9 1.9',
  flag: 'M6 21V4M6 5h11l-2 4 2 4H6',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
} as const;

export type DeskIconName = keyof typeof PATHS | IconName;

/** A decorative icon beside a text, hidden from screen readers: one of the desk's own or of everybody's. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  if (!isOwn(name)) return <Icon name={name} />;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

const isOwn = (name: DeskIconName): name is keyof typeof PATHS => name in PATHS;
