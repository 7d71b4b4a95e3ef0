import type { ReactNode } from 'react';
import { RadioGroup } from './radio-group.tsx';
import './segmented.css';

type Props<Id> = {
  label: string;
  options: readonly { id: Id; label: string; content: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
};

/** A few choices side by side, exactly one of them chosen. */
export function Segmented<Id extends string>(props: Props<Id>) {
  return <RadioGroup {...props} className="segmented" />;
}
