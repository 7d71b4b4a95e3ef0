import { Badge } from '../badge.tsx';
import { DeskSwitch } from './switch.tsx';

/** As the server stores it. */
export type ActiveText = 'true' | 'false';

const WORDS = { on: 'Active', off: 'Inactive' };

type Props = { value: string; onChange: (isActive: ActiveText) => void };

/** Chooses whether something is active. */
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

/** `tone`: how an inactive one looks. */
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
