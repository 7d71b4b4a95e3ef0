import { TextField } from '../../../ui/forms/text-field.tsx';
import type { FieldProps } from '../../../ui/forms/use-form.ts';

type Props = { field: (name: 'phone' | 'address') => FieldProps };

/** What an account may have besides its name and email. */
export function UserFields({ field }: Props) {
  return (
    <>
      <TextField
        {...field('phone')}
        label="Phone (Optional)"
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
      <TextField {...field('address')} label="Address (Optional)" autoComplete="off" />
    </>
  );
}
