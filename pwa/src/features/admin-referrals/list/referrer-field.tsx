import { useCallback, useEffect, useState } from 'react';
import { DeskCombobox } from '../../../ui/desk/combobox.tsx';
import type { DeskClient } from '../desk-client.ts';
import type { ReferrerOption } from '../desk-messages.ts';
import { useDeskState } from '../use-desk-list.ts';

type Props = {
  client: DeskClient;
  /** The chosen user's id; empty for everybody. */
  referrer: string;
  onChoose: (id: string | undefined) => void;
};

/** The email tells users with the same name apart. */
const labelOf = ({ name, email }: ReferrerOption) => `${name} · ${email}`;

/** Filters the list by one referrer, found by part of the name or email. */
export function ReferrerField({ client, referrer, onChoose }: Props) {
  const [typed, setTyped] = useState<string>();
  const [options, setOptions] = useState<readonly ReferrerOption[]>([]);
  const question = typed ?? referrer;
  const { changes } = useDeskState(client);
  const look = useCallback(() => {
    let isWanted = true;
    void client.ask({ kind: 'referrers', q: question }).then((found) => {
      if (isWanted) setOptions(found);
    });
    return () => {
      isWanted = false;
    };
  }, [client, question]);
  // Asks again after every change.
  useEffect(look, [look, changes]);

  const chosen = referrer === '' ? undefined : options.find((one) => one.id === referrer);
  return (
    <DeskCombobox
      label="Referred by"
      placeholder="Anybody"
      options={options.map((option) => ({ id: option.id, label: labelOf(option) }))}
      empty="Nobody was found."
      chosenId={referrer}
      chosen={chosen ? labelOf(chosen) : ''}
      onType={setTyped}
      onChoose={onChoose}
    />
  );
}
