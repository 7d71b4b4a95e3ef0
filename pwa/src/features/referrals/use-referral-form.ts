import {
  type ReferralContent,
  ReferralForm,
  referralContent,
  typedContent,
} from '@sunloop/shared-types';
import { useState } from 'react';
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

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The form of a referral, one save at a time; `problem` says why the last one failed. */
export function useReferralForm({ values, isKept, explain = messageOf }: Options = {}) {
  const form = useForm(ReferralForm, { ...typedContent(), ...values }, isKept);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (hand: SaveReferral) => {
    const entered = form.submit();
    if (!entered || isSaving) return;
    setSaving(true);
    setProblem(null);
    try {
      const outcome = await hand(referralContent(entered));
      if (outcome === 'taken') return;
      if (outcome !== 'stopped') setProblem(outcome.why);
    } catch (error) {
      console.error('The referral could not be saved:', error);
      setProblem(explain(error));
    }
    setSaving(false);
  };
  return { form, isSaving, problem, save };
}
