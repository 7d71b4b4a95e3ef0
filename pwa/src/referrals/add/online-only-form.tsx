import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { useRef } from 'react';
import { contentOf } from '@sunloop/engine/data/row-content.ts';
import { sendRow, toPushRow } from '@sunloop/engine/save.ts';
import type { EditedValues } from '@sunloop/engine/waiting.ts';
import { Form } from '../../ui/forms/form.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { ADDED, SUBMITTED } from './add-referral.ts';
import { NotSaved } from './not-saved.tsx';
import { ReferralFields } from './referral-fields.tsx';
import { useReferralForm } from './use-referral-form.ts';

const NOT_SENT_TEXT =
  'Our server did not answer, and this browser stores nothing. ' +
  'What you typed is still here; try again when you have a connection.';
const SIGN_IN_TEXT =
  'This was not sent because your session has ended. Copy your text and sign in again.';

type Props = { userId: string; onAdded: (name: string) => void };

/** Sends a referral straight to the server, for a browser in which nothing can wait. */
export function OnlineOnlyForm({ userId, onAdded }: Props) {
  const { form, mode, isSaving, problem, save } = useReferralForm();
  // An answer may have been lost, so the same person is sent again under the same id.
  const tried = useRef<PushRow>(undefined);

  const hand = async (entered: EditedValues) => {
    const isAgain = tried.current && contentOf(tried.current) === contentOf(entered);
    const row = toPushRow(isAgain ? { ...tried.current, ...entered } : entered);
    tried.current = row;
    const why = await send(userId, row);
    if (why !== null) return { why };
    showToast({ title: ADDED, description: SUBMITTED });
    onAdded(row.name);
    return 'taken' as const;
  };
  return (
    <Form aria-label="Add New Referral" errors={form.errors} onSubmit={() => void save(hand)}>
      {problem !== null && <NotSaved message={problem} values={form.values} />}
      <ReferralFields field={form.field} mode={mode} />
      <SubmitButton isBusy={isSaving} busyLabel="Adding...">
        Add Referral
      </SubmitButton>
    </Form>
  );
}

/** Why it was not accepted, as text for the person; null if the server has it. */
async function send(userId: string, row: PushRow): Promise<string | null> {
  const verdict = await sendRow(userId, row);
  if (verdict.kind === 'stored') return null;
  if (verdict.kind === 'rejected') return verdict.error;
  const isOut = verdict.kind === 'sign-in' || verdict.kind === 'wrong-user';
  return isOut ? SIGN_IN_TEXT : NOT_SENT_TEXT;
}
