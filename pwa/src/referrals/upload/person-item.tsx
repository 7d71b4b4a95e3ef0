import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS, type ReferralField } from '@sunloop/shared-types/referrals/referral.ts';
import { useState } from 'react';
import type { FilePerson } from '@sunloop/engine/data/file-person.ts';
import { doubtOf } from '../../lib/doubts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/forms/check-box.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { DoubtNote } from '../../ui/forms/use-asking-form.tsx';
import type { Edits } from './use-edits.ts';

type Props = { read: FilePerson; edits: Edits };

/** Somebody who was read: whether they are sent, what is known of them, and their fields to change. */
export function PersonItem({ read, edits }: Props) {
  const { person, errors, known } = edits.of(read);
  const [isOpen, setOpen] = useState(false);
  const name = person.name || 'No name yet';
  const verb = isOpen ? 'Close' : 'Edit';
  const details = [person.email, person.phone, person.address].filter(Boolean).join(' · ');
  const shown = REFERRAL_FIELDS.filter((field) => isOpen || (errors && field in errors));
  return (
    <li>
      <div className="person-who">
        <ChoiceBox read={read} edits={edits} label={name} />
        <Button
          variant="bare"
          aria-expanded={isOpen}
          aria-label={`${verb} ${name}`}
          onPress={() => setOpen(!isOpen)}
        >
          {verb}
        </Button>
      </div>
      {details !== '' && <p className="person-what">{details}</p>}
      {known?.note}
      <PersonFields fields={shown} read={read} edits={edits} />
    </li>
  );
}

/** A box, where there is a choice. */
export function ChoiceBox({ read, edits, label }: Props & { label: string }) {
  const { errors, known, isChosen } = edits.of(read);
  if (errors || known?.isRefused) return <strong>{label}</strong>;
  return (
    <CheckBox
      name="choose"
      label={label}
      value={isChosen ? 'yes' : ''}
      error={undefined}
      onChange={(value) => edits.choose([read], value !== '')}
    />
  );
}

/** Fields of a person, each with what is wrong with it. */
export function PersonFields({
  fields,
  read,
  edits,
}: Props & { fields: readonly ReferralField[] }) {
  const { person, errors } = edits.of(read);
  return fields.map((field) => {
    const text = person[field] ?? '';
    const change = (typed: string) => edits.change(read, { ...person, [field]: typed });
    const doubt = errors?.[field] ? undefined : doubtOf(field, text);
    return (
      <TextField
        key={field}
        name={field}
        label={REFERRAL_FIELD_LABELS[field]}
        value={text}
        error={errors?.[field]}
        autoComplete="off"
        onChange={change}
        note={doubt && <DoubtNote doubt={doubt} onMeant={change} />}
      />
    );
  });
}
