import { TextField } from '../../ui/text-field.tsx';
import type { FieldProps } from '../../ui/use-form.ts';

/** What a person types of somebody they refer. */
export type ReferralValues = { name: string; email: string; phone: string; address: string };
type Props = { field: (name: keyof ReferralValues) => FieldProps };

/** The four fields of a referral (SPEC §2). They are about somebody else: no autofill of one's own. */
export function ReferralFields({ field }: Props) {
  return (
    <>
      <TextField {...field('name')} label="Full Name" autoComplete="off" />
      <TextField {...field('email')} label="Email" type="email" autoComplete="off" />
      <TextField {...field('phone')} label="Phone Number" type="tel" autoComplete="off" />
      <TextField {...field('address')} label="Address (Optional)" autoComplete="off" />
    </>
  );
}
