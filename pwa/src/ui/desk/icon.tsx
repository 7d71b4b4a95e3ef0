import '../icon.css';

/** Icons used only by the admin's desk, on a 24 × 24 grid; customers never load them. */
const PATHS = {
  dots: 'M6 12h.1M12 12h.1M18 12h.1',
  up: 'm7 14 5-5 5 5',
  down: 'm7 10 5 5 5-5',
  sort: 'm8 10 4-4 4 4M8 14l4 4 4-4',
  minus: 'M6 12h12',
  plus: 'M12 6v12M6 12h12',
  check: 'M6 12.5 10.5 17 18 8',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3v2.6M12 18.4V21M3 12h2.6M18.4 12H21M5.6 5.6l1.9 1.9M16.5 16.5l1.9 1.9M18.4 5.6l-1.9 1.9M7.5 16.5l-1.9 1.9',
  chart: 'M4 20h16M6.5 16.5v-4M12 16.5V8M17.5 16.5v-11',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.4a3.5 3.5 0 0 1 0 6.2M18 14.8c2 .7 3.2 2.4 3.5 5.2',
  flag: 'M6 21V4M6 5h11l-2 4 2 4H6',
  gift: 'M4 9.5h16v4H4zM5.5 13.5V20h13v-6.5M12 9.5V20M12 9.5C9 9.5 6.5 8.3 6.5 6.2 6.5 4.8 7.5 4 8.6 4c2.2 0 3.4 3 3.4 5.5 0-2.5 1.2-5.5 3.4-5.5 1.1 0 2.1.8 2.1 2.2 0 2.1-2.5 3.3-5.5 3.3Z',
  mail: 'M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
} as const;

export type DeskIconName = keyof typeof PATHS;

/** A decorative icon beside a text, hidden from screen readers. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
