import { formatDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/banner.tsx';
import type { KnownPerson } from './known-people.ts';
import { RowBadge } from '../list/row-badge.tsx';

/** More would push the form off a phone's screen. */
const SHOWN = 3;

const TITLE = 'You may already have this person';
const REFUSED = 'The same email counts only once, so it would not be accepted again.';

type Props = { known: readonly KnownPerson[]; addLabel: string; onAddAnyway: () => void };

/** Says who may be meant; lets the person continue only if the server would accept it. */
export function KnownPeopleNotice({ known, addLabel, onAddAnyway }: Props) {
  const isRefused = known.some((person) => person.isRefusedAgain);
  return (
    <Banner
      tone="wait"
      icon="people"
      title={TITLE}
      action={
        !isRefused && (
          <Button variant="quiet" size="sm" onPress={onAddAnyway}>
            {addLabel}
          </Button>
        )
      }
    >
      <KnownList known={known} />
      {isRefused && <p>{REFUSED}</p>}
    </Banner>
  );
}

/** The same beside somebody in a list, where there is nothing to press. */
export function KnownPeopleNote({ known }: Pick<Props, 'known'>) {
  return (
    <div>
      <strong>{TITLE}</strong>
      <KnownList known={known} />
      {known.some((person) => person.isRefusedAgain) && <p>{REFUSED}</p>}
    </div>
  );
}

function KnownList({ known }: Pick<Props, 'known'>) {
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
