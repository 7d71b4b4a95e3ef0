import { type AdminReferral, referralStatusLabel } from '@sunloop/shared-types';
import { formatMoment } from '../../lib/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { hrefOfReferral } from './referral-place.ts';
import './duplicate-table.css';

type Props = {
  referral: AdminReferral;
  twins: readonly AdminReferral[];
  /** Nobody has decided yet whether they are the same person. */
  isUndecided: boolean;
  onDecide: () => Promise<SaveOutcome>;
  onOpen: (id: string) => void;
};

/** What is compared, each with the words of one of them. */
const ROWS: readonly (readonly [string, (of: AdminReferral) => string])[] = [
  ['Referred by', ({ referrerName }) => referrerName],
  ['Received', ({ createdAt }) => formatMoment(Date.parse(createdAt))],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone ?? '–'],
  ['Address', ({ address }) => address ?? '–'],
  ['Status', ({ status }) => referralStatusLabel(status)],
];

/** A referral beside those with its email or phone by other users: who was first, and whether they are one person. */
export function DuplicateTable({ referral, twins, isUndecided, onDecide, onOpen }: Props) {
  const all = [referral, ...twins].toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  const first = all[0]?.id;
  return (
    <section className="stack" aria-label="Possible duplicates">
      <h3>Also referred by others</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="duplicates" role="region" aria-label="Side by side" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <td>Compared</td>
              {all.map((one) => (
                <th key={one.id} scope="col">
                  {one.id === referral.id ? one.name : <TwinLink twin={one} onOpen={onOpen} />}
                  {one.id === first && <Badge tone="good">First</Badge>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([label, wordsOf]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {all.map((one) => (
                  <td key={one.id}>{wordsOf(one)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isUndecided ? (
        <>
          <p className="muted">
            Completed waits until you decide. If they are the same person, delete the later one.
          </p>
          <div className="row">
            <Button variant="quiet" size="sm" icon="people" onPress={() => void onDecide()}>
              They are different people
            </Button>
          </div>
        </>
      ) : (
        <p className="muted">Decided: they are different people.</p>
      )}
    </section>
  );
}

function TwinLink({ twin, onOpen }: { twin: AdminReferral; onOpen: (id: string) => void }) {
  return (
    <a
      href={hrefOfReferral(twin.id)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onOpen(twin.id);
      }}
    >
      {twin.name}
    </a>
  );
}
