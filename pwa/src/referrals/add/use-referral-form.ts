import { PERMISSION_NEEDED, permissionOf } from '@sunloop/shared-types/referrals/permission.ts';
import {
  type ReferralContent,
  referralContent,
  typedContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import { ReferralForm } from '@sunloop/shared-types/referrals/referral.ts';
import { emailPerson } from '@sunloop/shared-types/values/email-person.ts';
import { useRef, useState } from 'react';
import { readOwnUser } from '@sunloop/engine/data/device-db.ts';
import type { EditedValues } from '@sunloop/engine/waiting.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { useAskingForm } from '../../ui/forms/use-asking-form.tsx';

/** The result of a submit: taken, after which the form closes; stopped, so that it stays open; or why not. */
type Outcome = 'taken' | 'stopped' | { why: string };
/** What was entered, parsed. */
type Entered = ReferralContent & Pick<EditedValues, 'permission'>;
type SaveReferral = (content: Entered) => Promise<Outcome>;

type Options = {
  /** The initial values of the fields. */
  values?: Record<string, string>;
  /** Whether a draft of it is kept (`useForm`). */
  isKept?: boolean;
  /** The text for an error the submit threw. */
  explain?: (error: unknown) => string;
};

/** The server's words, so that nobody is told first that it was added. Of earlier emails only the server knows. */
const OWN_EMAIL = 'You cannot refer yourself';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The form of a referral, one save at a time; `problem` says why the last one failed. */
export function useReferralForm({ values, isKept, explain = messageOf }: Options = {}) {
  const { value: user } = useAnswer(readOwnUser);
  const mode = user?.permission;
  const initial = { ...typedContent(), permission: '', for: '', ...values };
  const form = useAskingForm(ReferralForm, initial, isKept);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Several submits can come before React has drawn the first one.
  const isRunning = useRef(false);
  const save = async (hand: SaveReferral) => {
    const entered = form.submit();
    if (!entered || isRunning.current) return;
    isRunning.current = true;
    setSaving(true);
    setProblem(null);
    try {
      const agreed = entered.permission !== '';
      const permission = mode === 'off' && !agreed ? null : permissionOf(agreed);
      const isOwn = user && emailPerson(user.email) === emailPerson(entered.email);
      if (isOwn) form.showErrors({ email: OWN_EMAIL });
      else if (mode === 'required' && !permission) {
        form.showErrors({ permission: PERMISSION_NEEDED });
      } else {
        const outcome = await hand({ ...referralContent(entered), permission });
        if (outcome === 'taken') return;
        if (outcome !== 'stopped') setProblem(outcome.why);
      }
    } catch (error) {
      console.error('The referral could not be saved:', error);
      setProblem(explain(error));
    }
    isRunning.current = false;
    setSaving(false);
  };
  return { form, mode, isSaving, problem, save, ownCode: user?.referralCode };
}
