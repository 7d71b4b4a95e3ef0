import { Badge } from './badge.tsx';
import { DeskSwitch } from './desk-switch.tsx';

/** As the server writes it. */
export type ActiveText = 'true' | 'false';

const WORDS = { on: 'Active', off: 'Inactive' };

type Props = { value: string; onChange: (isActive: ActiveText) => void };

/** Whether something counts. */
export function ActiveField({ value, onChange }: Props) {
  return (
    <DeskSwitch
      label="Status"
      words={WORDS}
      isSelected={value === 'true'}
      onChange={(isActive) => onChange(isActive ? 'true' : 'false')}
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
  return <Badge tone={isOn ? 'good' : tone}>{isOn ? WORDS.on : WORDS.off}</Badge>;
}
