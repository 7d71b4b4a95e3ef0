import type { DoNotContact } from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { LongList } from '../../../ui/long-list.tsx';
import { LiftMark } from './lift-mark.tsx';
import { markWords } from './mark-words.ts';
import './mark-list.css';

type Props = {
  marks: readonly DoNotContact[];
  onLift: (mark: DoNotContact) => Promise<SaveOutcome>;
};

/** Everybody who is not to be contacted, the newest mark first. */
export function MarkList({ marks, onLift }: Props) {
  if (marks.length === 0) {
    return (
      <EmptyState
        icon="people"
        title="Nobody is marked. A referral, a call and a quote request have a button for it."
      />
    );
  }
  return (
    <LongList label="Do not contact" items={marks} keyOf={({ id }) => id}>
      {(mark) => (
        <article className="mark-item" aria-label={mark.name}>
          <div>
            <h3>{mark.name}</h3>
            <p>{[mark.email, mark.phone].filter(Boolean).join(' · ')}</p>
            <p className="muted">{markWords(mark)}</p>
          </div>
          <LiftMark mark={mark} onLift={onLift} />
        </article>
      )}
    </LongList>
  );
}
