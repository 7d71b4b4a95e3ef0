import { typedContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { type FocusEvent, useState } from 'react';
import { type Street, streetOf } from './street.ts';
import type { useReferralForm } from './use-referral-form.ts';

type ReferralForm = ReturnType<typeof useReferralForm>['form'];

/** Referrals one after the other on the same street, for the same customer: a street is walked door by door. */
export function useSameStreet(form: ReferralForm) {
  const [street, setStreet] = useState<Street>();
  const { name, email, phone, address } = form.values;
  const isFresh = street && [name, email, phone].every((text) => !text) && address === street.text;

  /** Empties the form but for the street; what was typed into a field since stays there. */
  const beginNext = () => {
    const next = streetOf(form.values.address ?? '');
    const sent: Record<string, string> = form.values;
    const empty: Record<string, string> = {
      ...typedContent(),
      permission: '',
      for: sent['for'] ?? '',
      address: next.text,
    };
    setStreet(next);
    form.setSubmitted(false);
    form.showErrors({});
    form.setValues((now) => {
      const begun = Object.entries(now).map(([field, text]) => [
        field,
        text === sent[field] ? (empty[field] ?? '') : text,
      ]);
      return Object.fromEntries(begun) as typeof now;
    });
  };

  /** The number of the next house is typed where the last one stood; a tap puts the cursor elsewhere afterwards. */
  const handleAddressFocus = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const place = () => {
      if (street && input.value === street.text) input.setSelectionRange(street.at, street.at);
    };
    place();
    requestAnimationFrame(place);
  };

  return {
    /** Whether the form holds only the street of the one before. */
    isFresh: Boolean(isFresh),
    beginNext,
    handleAddressFocus,
  };
}
