import { PERMISSION_WORDS } from '@sunloop/shared-types/referrals/permission.ts';
import { REFERRAL_FIELDS, type ReferralField } from '@sunloop/shared-types/referrals/referral.ts';
import type { ComponentProps, FocusEventHandler } from 'react';
import { CheckBox } from '../../ui/forms/check-box.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import type { AskedField } from '../../ui/forms/use-asking-form.tsx';
import type { usePastedPerson } from './use-pasted-person.ts';
import { KnownAtField, type KnownHere } from './known-people-notice.tsx';

type Control = Pick<ComponentProps<typeof TextField>, 'label' | 'type'>;

/** SPEC §2. */
const CONTROLS: Readonly<Record<ReferralField, Control>> = {
  name: { label: 'Full Name' },
  email: { label: 'Email', type: 'email' },
  phone: { label: 'Phone Number', type: 'tel' },
  address: { label: 'Address (Optional)' },
};

type Props = {
  /** Who is known by email or phone already, said at that field. */
  known?: KnownHere;
  field: (name: ReferralField | 'permission') => AskedField;
  onAddressFocus?: FocusEventHandler<HTMLInputElement> | undefined;
  /** What is pasted into the name, and what is said of it. */
  pasted?: ReturnType<typeof usePastedPerson>;
  /** Whether the friend's permission is asked for (`settingChoices`). */
  mode: string | undefined;
};

/** What a person says of somebody they refer. No autofill, because it is somebody else's data. */
export function ReferralFields({ field, mode, known, onAddressFocus, pasted }: Props) {
  const noteAt = (name: ReferralField) => {
    const here = known?.known.filter(({ same }) => same === name) ?? [];
    return known && here.length > 0 && <KnownAtField {...known} known={here} />;
  };
  return (
    <>
      {REFERRAL_FIELDS.map((name) => {
        const { note, onFocus, ...control } = field(name);
        return (
          <TextField
            key={name}
            {...control}
            {...CONTROLS[name]}
            autoComplete="off"
            note={
              <>
                {note}
                {noteAt(name)}
                {name === 'name' && pasted?.note && (
                  <p className="text-field-hint" role="status">
                    {pasted.note}
                  </p>
                )}
              </>
            }
            {...(name === 'name' && pasted && { onPaste: pasted.handlePaste })}
            onFocus={(event) => {
              onFocus?.();
              if (name === 'address') onAddressFocus?.(event);
            }}
          />
        );
      })}
      {mode !== 'off' && <CheckBox {...field('permission')} label={PERMISSION_WORDS} />}
    </>
  );
}
