import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/forms/check-box.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import type { Pick, Picks } from './use-picks.ts';

type Props = { pick: Pick; picks: Picks };

/** Somebody found: whether they are sent, what is known of them, and their fields to complete or to change. */
export function PickedItem({ pick, picks }: Props) {
  const { line, person, errors, known } = pick;
  const [isOpen, setOpen] = useState(false);
  const name = person.name || 'No name yet';
  const verb = isOpen ? 'Close' : 'Edit';
  const details = [person.email, person.phone, person.address].filter(Boolean).join(' · ');
  return (
    <li>
      <div className="picked-who">
        <Choice pick={pick} picks={picks} name={name} />
        {errors && (
          <Badge tone="wait" icon="alert">
            {person.email === '' ? 'Needs an email' : 'Needs a fix'}
          </Badge>
        )}
        <Button
          variant="bare"
          aria-expanded={isOpen}
          aria-label={`${verb} ${name}`}
          onPress={() => setOpen(!isOpen)}
        >
          {verb}
        </Button>
      </div>
      {details !== '' && <p className="picked-what">{details}</p>}
      {known?.note}
      {(isOpen || errors) && <p className="muted">{line.text}</p>}
      <Fields pick={pick} picks={picks} isOpen={isOpen} />
    </li>
  );
}

/** A box, where there is a choice. */
function Choice({ pick, picks, name }: Props & { name: string }) {
  const { line, errors, known, isChosen } = pick;
  if (errors || known?.isRefused) return <strong>{name}</strong>;
  return (
    <CheckBox
      name={`choose${line.line}`}
      label={name}
      value={isChosen ? 'yes' : ''}
      error={undefined}
      onChange={(value) => picks.choose([line], value !== '')}
    />
  );
}

/** All fields while it is open, otherwise those with something wrong; one that was mended stays. */
function Fields({ pick, picks, isOpen }: Props & { isOpen: boolean }) {
  const { line, person, errors } = pick;
  const shown = REFERRAL_FIELDS.filter(
    (field) => isOpen || field in line.errors || (errors && field in errors),
  );
  return shown.map((field) => (
    <TextField
      key={field}
      name={field}
      label={REFERRAL_FIELD_LABELS[field]}
      value={person[field] ?? ''}
      error={errors?.[field]}
      autoComplete="off"
      onChange={(text) => picks.change(line, { ...person, [field]: text })}
    />
  ));
}
