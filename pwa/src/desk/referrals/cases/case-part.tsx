import type { DuplicateDecision, ReferralCase } from '@sunloop/shared-types/referrals/cases.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { type ReactNode, useState } from 'react';
import { isolate } from '../../../lib/isolate.ts';
import { Button } from '../../../ui/button.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { CaseMore, CaseTable } from './case-table.tsx';
import { type Choices, choicesOf, proposalWords } from './case-words.ts';

type OnDecide = (decision: DuplicateDecision) => Promise<SaveOutcome>;

type Props = {
  found: ReferralCase;
  /** The referral whose page this is. */
  shownId: string;
  renderReceipt: (referral: AdminReferral) => ReactNode;
  onDecide: OnDecide;
  onOpen: (id: string) => void;
};

/** A person whom several users referred: all histories side by side, whom the rule would pay, and the decision. */
export function CasePart({ found, shownId, renderReceipt, onDecide, onOpen }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOpen = isUndecided(found);
  const { members } = found;
  const decide: OnDecide = async (decision) => {
    const outcome = await onDecide(decision);
    if (outcome.isSaved) setAsked(false);
    return outcome;
  };
  return (
    <section className="stack" aria-label="Possible duplicates">
      <h3>Also referred by others</h3>
      <CaseTable {...{ members, shownId, onOpen }} />
      {found.isPaidElsewhere ? (
        <Settled found={found} onDecide={decide} />
      ) : isOpen || isAsked ? (
        <Decide found={found} onDecide={decide} />
      ) : (
        <div className="row">
          <p className="muted">Decided. What each is paid stands in the table.</p>
          <Button variant="quiet" icon="edit" onPress={() => setAsked(true)}>
            Decide otherwise
          </Button>
        </div>
      )}
      <CaseMore {...{ members, shownId, onOpen, renderReceipt }} />
    </section>
  );
}

type PartProps = Pick<Props, 'found' | 'onDecide'>;

function Decide({ found, onDecide }: PartProps) {
  const choices = choicesOf(found);
  const proposed = found.proposal?.paid ?? [];
  return (
    <>
      <div className="case-acts" role="group" aria-label="Decide">
        {choices.same.length > 1 && <SamePerson {...{ found, onDecide, choices, proposed }} />}
        <DifferentPeople {...{ found, onDecide, choices }} />
      </div>
      {isUndecided(found) && (
        <p role="status">{proposalWords(found)} Completed waits until you decide.</p>
      )}
    </>
  );
}

const isUndecided = ({ members }: ReferralCase) => members.some(({ isDecided }) => !isDecided);

type DifferentProps = PartProps & { choices: Choices };

function DifferentPeople({ found, onDecide, choices }: DifferentProps) {
  return (
    <Button
      variant="quiet"
      icon="people"
      onPress={() => void onDecide({ people: 'different', of: [...choices.different] })}
    >
      {differentWords(found, choices)}
    </Button>
  );
}

type SameProps = DifferentProps & { proposed: readonly string[] };

/** One button for each who can be paid alone, the proposed one before the others, and one to split. */
function SamePerson({ found, onDecide, choices, proposed }: SameProps) {
  const pay = (paid: readonly string[]) =>
    void onDecide({ people: 'same', of: [...choices.same], paid: [...paid] });
  const isProposed = (id: string) => proposed.length === 1 && proposed.includes(id);
  const able = found.members
    .filter(({ referral }) => choices.payable.includes(referral.id))
    .toSorted(
      (one, other) => Number(isProposed(other.referral.id)) - Number(isProposed(one.referral.id)),
    );
  const split = (
    <Button
      key="split"
      variant={proposed.length > 1 ? 'primary' : 'quiet'}
      onPress={() => pay(choices.payable)}
    >
      {choices.payable.length === 2
        ? 'Same person: pay each half'
        : `Same person: split in ${choices.payable.length}`}
    </Button>
  );
  const alone = able.map(({ referral: { id, referrerName } }) => (
    <Button key={id} variant={isProposed(id) ? 'primary' : 'quiet'} onPress={() => pay([id])}>
      Same person: pay {isolate(referrerName)}
    </Button>
  ));
  if (choices.payable.length < 2) return alone;
  return proposed.length > 1 ? [split, ...alone] : [...alone, split];
}

/** One of them was paid, and its person has been forgotten or erased since. */
function Settled({ found, onDecide }: PartProps) {
  const choices = choicesOf(found);
  return (
    <>
      <p>Somebody whose data was removed is paid for this person, so what was decided stands.</p>
      {isUndecided(found) && (
        <div className="case-acts">
          <Button
            onPress={() => void onDecide({ people: 'same', of: [...choices.same], paid: [] })}
          >
            Same person: pay nothing
          </Button>
          <DifferentPeople {...{ found, onDecide, choices }} />
        </div>
      )}
    </>
  );
}

/** Names the only one it is about, if others were decided about before. */
function differentWords({ members }: ReferralCase, { different }: Choices): string {
  const [only, ...others] = members.filter(({ referral }) => different.includes(referral.id));
  if (!only || others.length > 0 || members.length === 1) return 'They are different people';
  return `${isolate(only.referral.referrerName)}’s is a different person`;
}
