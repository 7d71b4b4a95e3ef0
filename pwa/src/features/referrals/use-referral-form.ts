import {
  emailPerson,
  type ReferralContent,
  ReferralForm,
  referralContent,
  typedContent,
} from '@sunloop/shared-types';
import { useRef, useState } from 'react';
import { readSession } from '../../data/device-db.ts';
import { useForm } from '../../ui/forms/use-form.ts';

/** The result of a submit: taken, after which the form closes; stopped, for the person to check; or why not. */
type Outcome = 'taken' | 'stopped' | { why: string };
type SaveReferral = (content: ReferralContent) => Promise<Outcome>;

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

async function isOwnEmail(email: string): Promise<boolean> {
  const session = await readSession().catch((error: unknown) => {
    // The check is a courtesy; a browser that stores nothing can still send.
    console.error('The own email could not be looked up:', error);
    return undefined;
  });
  return session?.state === 'active' && emailPerson(session.user.email) === emailPerson(email);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The form of a referral, one save at a time; `problem` says why the last one failed. */
export function useReferralForm({ values, isKept, explain = messageOf }: Options = {}) {
  const form = useForm(ReferralForm, { ...typedContent(), ...values }, isKept);
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
      const outcome = (await isOwnEmail(entered.email))
        ? 'own'
        : await hand(referralContent(entered));
      if (outcome === 'taken') return;
      if (outcome === 'own') form.showErrors({ email: OWN_EMAIL });
      else if (outcome !== 'stopped') setProblem(outcome.why);
    } catch (error) {
      console.error('The referral could not be saved:', error);
      setProblem(explain(error));
    }
    isRunning.current = false;
    setSaving(false);
  };
  return { form, isSaving, problem, save };
}
