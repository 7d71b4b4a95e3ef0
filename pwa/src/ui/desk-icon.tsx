import './icon.css';

/** Pictures of the admin's desk alone, on a 24 × 24 grid; customers never load them. */
const PATHS = {
  dots: 'M6 12h.1M12 12h.1M18 12h.1',
  up: 'm7 14 5-5 5 5',
  down: 'm7 10 5 5 5-5',
  sort: 'm8 10 4-4 4 4M8 14l4 4 4-4',
  minus: 'M6 12h12',
  plus: 'M12 6v12M6 12h12',
  check: 'M6 12.5 10.5 17 18 8',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3v2.6M12 18.4V21M3 12h2.6M18.4 12H21M5.6 5.6l1.9 1.9M16.5 16.5l1.9 1.9M18.4 5.6l-1.9 1.9M7.5 16.5l-1.9 1.9',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
} as const;

export type DeskIconName = keyof typeof PATHS;

/** A decorative picture beside words; it says nothing to screen readers. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
