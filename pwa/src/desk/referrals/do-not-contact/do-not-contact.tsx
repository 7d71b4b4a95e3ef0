import {
  type DoNotContact,
  DoNotContactMark,
} from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';
import { SaveActions } from '../../../ui/desk/save-form.tsx';
import { useSaveForm } from '../../../ui/desk/use-save-form.ts';
import { Form } from '../../../ui/forms/form.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useFocusSwap } from '../../../ui/layers/use-focus-swap.ts';
import { ForgetPerson } from './forget-person.tsx';
import { LiftMark } from './lift-mark.tsx';
import { markWords } from './mark-words.ts';

type Props = {
  name: string;
  /** Of the person; undefined while it is not known. */
  mark: DoNotContact | null | undefined;
  /** Both return their result. */
  onMark: (reason: string) => Promise<SaveOutcome>;
  onLift: (mark: DoNotContact) => Promise<SaveOutcome>;
  onForget: () => Promise<SaveOutcome>;
};

/** The mark of a person who is not to be contacted, or a button that sets it; and one by which they are forgotten. */
export function DoNotContactPart({ name, mark, onMark, onLift, onForget }: Props) {
  const [isAsking, setAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [isChanged, setChanged] = useState(false);
  const shown = mark ? 'mark' : 'button';
  // Each replaces the other; what only comes from the server takes the focus from nobody.
  useFocusSwap(box, isChanged ? shown : '');
  const noted = async (saving: Promise<SaveOutcome>) => {
    const outcome = await saving;
    if (outcome.isSaved) setChanged(true);
    return outcome;
  };
  const lift = (lifted: DoNotContact) => noted(onLift(lifted));
  if (mark === undefined) return null;
  const forget = <ForgetPerson name={name} onForget={onForget} />;
  if (mark) {
    return (
      <div ref={box} className="stack">
        <Banner tone="bad" icon="alert" action={<LiftMark mark={mark} onLift={lift} />}>
          <strong>Do not contact.</strong> {markWords(mark)}
        </Banner>
        <div className="row">{forget}</div>
      </div>
    );
  }
  return (
    <div ref={box} className="row">
      <Button variant="quiet" size="sm" icon="alert" onPress={() => setAsking(true)}>
        Do not contact
      </Button>
      {forget}
      {isAsking && (
        <MarkDialog
          name={name}
          onMark={(reason) => noted(onMark(reason))}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const Reason = v.pick(DoNotContactMark, ['reason']);
const SUBMIT = { label: 'Do not contact', busyLabel: 'Saving...' };

type DialogProps = Pick<Props, 'name' | 'onMark'> & { onClose: () => void };

function MarkDialog({ name, onMark, onClose }: DialogProps) {
  const form = useSaveForm({
    schema: Reason,
    initial: { reason: '' },
    save: ({ reason }) => onMark(reason),
    onSaved: onClose,
  });
  return (
    <DeskDialog title={`Do not contact ${name}?`} onClose={onClose}>
      <Form aria-label="Do not contact" errors={form.errors} onSubmit={form.onSubmit}>
        <p>
          What is here with the same email or phone leaves the call list, and nobody can refer this
          person again. Referrals and rewards stay as they are. If the person asks for a quote, you
          see both.
        </p>
        <TextField {...form.field('reason')} label="Reason" autoComplete="off" />
        <SaveActions isBusy={form.isBusy} submit={SUBMIT} onCancel={onClose} />
      </Form>
    </DeskDialog>
  );
}
