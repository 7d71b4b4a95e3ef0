import { Badge } from './badge.tsx';
import { SelectField } from './select-field.tsx';

/** As the server writes it. */
export type ActiveText = 'true' | 'false';

const STATES = [
  { id: 'true', label: 'Active' },
  { id: 'false', label: 'Inactive' },
] as const;

type Props = { value: string; onChange: (isActive: ActiveText) => void };

/** Whether something counts. */
export function ActiveField({ value, onChange }: Props) {
  return (
    <SelectField<ActiveText>
      label="Status"
      options={STATES}
      value={value === 'true' ? 'true' : 'false'}
      onChange={onChange}
    />
  );
}

/** `tone`: how bad it is not to. */
export function ActiveBadge({
  isActive,
  tone = 'plain',
}: {
  isActive: string;
  tone?: 'plain' | 'bad';
}) {
  const isOn = isActive === 'true';
  return <Badge tone={isOn ? 'good' : tone}>{isOn ? 'Active' : 'Inactive'}</Badge>;
}
