import { REFERRAL_FIELDS, type ReferralField } from '@sunloop/shared-types';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { FieldProps } from '../../ui/forms/use-form.ts';

type Control = Pick<ComponentProps<typeof TextField>, 'label' | 'type'>;

/** SPEC §2. */
const CONTROLS: Readonly<Record<ReferralField, Control>> = {
  name: { label: 'Full Name' },
  email: { label: 'Email', type: 'email' },
  phone: { label: 'Phone Number', type: 'tel' },
  address: { label: 'Address (Optional)' },
};

/** What a person types about somebody they refer. No autofill, because it is somebody else's data. */
export function ReferralFields({ field }: { field: (name: ReferralField) => FieldProps }) {
  return REFERRAL_FIELDS.map((name) => (
    <TextField key={name} {...field(name)} {...CONTROLS[name]} autoComplete="off" />
  ));
}
