import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import type { ConflictRow } from '@sunloop/engine/data/user-db.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toneOf } from '../../../ui/status-tone.ts';
import { conflictText, wishLabel } from './status-words.ts';
import './act-conflicts.css';

/** The others are only counted. */
const SHOWN = 20;

type Deciding = {
  onKeepTheirs: (conflicts: readonly ConflictRow[]) => void;
  onSetMine: (conflict: ConflictRow) => void;
};
type Props = Deciding & { conflicts: readonly ConflictRow[] };

/** Changes the server did not make, each with what the person wanted and the current status. */
export function ActConflicts({ conflicts, ...on }: Props) {
  if (conflicts.length === 0) return null;
  const more = conflicts.length - SHOWN;
  return (
    <Card
      title={`Changes that need you (${conflicts.length.toLocaleString()})`}
      action={
        conflicts.length > 1 && (
          <Button variant="quiet" size="sm" onPress={() => on.onKeepTheirs(conflicts)}>
            Keep theirs for all
          </Button>
        )
      }
    >
      <ul className="act-conflicts">
        {conflicts.slice(0, SHOWN).map((conflict) => (
          <Conflict key={conflict.id} conflict={conflict} {...on} />
        ))}
      </ul>
      {more > 0 && <p className="muted">And {more.toLocaleString()} more.</p>}
    </Card>
  );
}

function Conflict({ conflict, onKeepTheirs, onSetMine }: Deciding & { conflict: ConflictRow }) {
  const { act, outcome, referral, who } = conflict;
  const keep = () => onKeepTheirs([conflict]);
  const isDeletion = act.act === 'delete';
  const setLabel = setLabelOf(act);
  return (
    <li>
      <div className="act-conflict-text">
        <strong>{who || 'A referral'}</strong>
        <p>{conflictText(conflict).description}</p>
        {act.act === 'call' && act.note && <p>Note: {act.note}</p>}
      </div>
      {outcome !== 'refused' && (
        <dl>
          <div>
            <dt>Mine</dt>
            <dd>
              <Badge tone={wishTone(act)}>{wishLabel(act)}</Badge>
            </dd>
          </div>
          <div>
            <dt>{outcome === 'lost' ? 'Now' : 'Theirs'}</dt>
            <dd>
              {referral ? (
                <Badge tone={toneOf(referral.status)}>{referralStatusLabel(referral.status)}</Badge>
              ) : (
                <Badge tone="bad">Deleted</Badge>
              )}
            </dd>
          </div>
        </dl>
      )}
      <div className="act-conflict-ways">
        <Button
          variant="quiet"
          size="sm"
          aria-label={`${keepLabel(outcome)}: ${who}`}
          onPress={keep}
        >
          {keepLabel(outcome)}
        </Button>
        {outcome !== 'gone' && (
          <Button
            variant={isDeletion ? 'danger' : 'primary'}
            size="sm"
            aria-label={`${outcome === 'refused' ? 'Try again' : setLabel}: ${who}`}
            onPress={() => onSetMine(conflict)}
          >
            {outcome === 'refused' ? 'Try again' : setLabel}
          </Button>
        )}
      </div>
    </li>
  );
}

function setLabelOf({ act }: ReferralAct): string {
  if (act === 'call') return 'Note it again';
  return act === 'delete' ? 'Delete anyway' : 'Set mine';
}

function wishTone(act: ReferralAct) {
  if (act.act === 'call') return 'plain';
  return act.act === 'delete' ? 'bad' : toneOf(act.status);
}

function keepLabel(outcome: ConflictRow['outcome']): string {
  if (outcome === 'lost') return 'Leave as it is';
  return outcome === 'conflict' ? 'Keep theirs' : 'Dismiss';
}
