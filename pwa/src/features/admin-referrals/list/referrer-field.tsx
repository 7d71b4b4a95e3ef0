import { useState } from 'react';
import { DeskCombobox } from '../../../ui/desk/combobox.tsx';
import { useWhileTyping } from '../../../ui/forms/use-while-typing.ts';

/** A user who may have referred somebody. */
export interface ReferrerOption {
  id: string;
  name: string;
  email: string;
}

export interface FoundReferrers {
  options: readonly ReferrerOption[];
  /** Only what this device keeps was searched. */
  isKept: boolean;
}

type Props = {
  /** The chosen user; undefined for everybody. `option` is undefined while it is not known. */
  chosen: { id: string; option: ReferrerOption | undefined } | undefined;
  onFind: (typed: string, signal: AbortSignal) => Promise<FoundReferrers>;
  onChoose: (id: string | undefined) => void;
};

/** The email tells users with the same name apart. */
const labelOf = ({ name, email }: ReferrerOption) => `${name} · ${email}`;

/** Filters the list by one referrer, found by part of the name or email. */
export function ReferrerField({ chosen, onFind, onChoose }: Props) {
  const [typed, setTyped] = useState<string>();
  const { answer, isBusy, problem } = useWhileTyping(typed, onFind);
  const options = typed === undefined && chosen?.option ? [chosen.option] : (answer?.options ?? []);
  return (
    <DeskCombobox
      label="Referred by"
      placeholder="Anybody"
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
