import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import type { KnownPerson } from './known-people.ts';
import { RowBadge } from '../list/row-badge.tsx';
import '../../ui/forms/field-note.css';

/** More would push the form off a phone's screen. */
const SHOWN = 3;

const TITLE = 'You may already have this person';
/** The server's words. */
const ALREADY = 'You have already referred this person';
const REFUSED = 'The same email counts only once, so it would not be accepted again.';

/** Who of the person's own referrals may be meant, and what to do then. */
export type KnownHere = {
  known: readonly KnownPerson[];
  /** How often saving was stopped for them. */
  asks: number;
  addLabel: string;
  onAddAnyway: () => void;
};

/** Says at a field who has the same there; lets the person continue only if the server would accept it. */
export function KnownAtField({ known, asks, addLabel, onAddAnyway }: KnownHere) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = note.current?.parentElement;
    const input = field?.querySelector('input');
    if (asks > 0) input?.focus();
    if (input === document.activeElement) field?.scrollIntoView({ block: 'nearest' });
  }, [asks]);
  const isRefused = known.some((person) => person.isRefusedAgain);
  return (
    <div className="field-note" role="status" ref={note}>
      <p>{isRefused ? ALREADY : TITLE}</p>
      <KnownList known={known} />
      {known.map(
        ({ row }) =>
          row.kind === 'stored' && (
            <Link
              key={row.id}
              to="."
              search={({ add: _add, ...now }) => ({ ...now, referral: row.id })}
              resetScroll={false}
            >
              Open this friend
            </Link>
          ),
      )}
      {!isRefused && (
        <Button variant="quiet" size="sm" onPress={onAddAnyway}>
          {addLabel}
        </Button>
      )}
    </div>
  );
}

/** The same beside somebody in a list, where there is nothing to press. */
export function KnownPeopleNote({ known }: Pick<KnownHere, 'known'>) {
  return (
    <div>
      <strong>{TITLE}</strong>
      <KnownList known={known} />
      {known.some((person) => person.isRefusedAgain) && <p>{REFUSED}</p>}
    </div>
  );
}

function KnownList({ known }: Pick<KnownHere, 'known'>) {
  return (
    <ul className="stack">
      {known.slice(0, SHOWN).map(({ row, same }) => (
        <li key={row.id} className="row">
          <span>
            <strong>{row.name}</strong>, same {same}, added {formatDay(row.date)}
          </span>
          <RowBadge row={row} />
        </li>
      ))}
    </ul>
  );
}
