import { useState } from 'react';
import { useWhileTyping } from '../forms/use-while-typing.ts';
import { DeskCombobox } from './combobox.tsx';

/** A user who can be chosen. */
export interface PersonOption {
  id: string;
  name: string;
  email: string;
}

export interface FoundPeople {
  options: readonly PersonOption[];
  /** Only what this device keeps was searched. */
  isKept: boolean;
}

type Props = {
  label: string;
  /** What an empty field means. */
  placeholder: string;
  /** The chosen user; undefined for everybody. `option` is undefined while it is not known. */
  chosen: { id: string; option: PersonOption | undefined } | undefined;
  onFind: (typed: string, signal: AbortSignal) => Promise<FoundPeople>;
  onChoose: (id: string | undefined) => void;
};

/** The email tells users with the same name apart. */
const labelOf = ({ name, email }: PersonOption) => `${name} · ${email}`;

/** Filters a list by one user, found by part of the name or email. */
export function PersonField({ label, placeholder, chosen, onFind, onChoose }: Props) {
  const [typed, setTyped] = useState<string>();
  const { answer, isBusy, problem } = useWhileTyping(typed, onFind);
  const options = typed === undefined && chosen?.option ? [chosen.option] : (answer?.options ?? []);
  return (
    <DeskCombobox
      label={label}
      placeholder={placeholder}
      options={options.map((option) => ({ id: option.id, label: labelOf(option) }))}
      empty={emptyText({ isBusy, problem, isKept: answer?.isKept === true })}
      note={answer?.isKept ? 'No connection: only people this device knows.' : undefined}
      chosenId={chosen?.id ?? ''}
      chosen={chosen?.option ? labelOf(chosen.option) : ''}
      onType={setTyped}
      onChoose={onChoose}
    />
  );
}

interface Standing {
  isBusy: boolean;
  problem: string | undefined;
  isKept: boolean;
}

function emptyText({ isBusy, problem, isKept }: Standing): string {
  if (isBusy) return 'Searching…';
  if (problem !== undefined) return problem;
  return isKept ? 'This device knows nobody like that.' : 'Nobody was found.';
}
