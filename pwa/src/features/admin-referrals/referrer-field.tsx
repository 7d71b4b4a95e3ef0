import { useCallback, useEffect, useId, useState } from 'react';
import type { DeskClient } from './desk-client.ts';
import type { ReferrerOption } from './desk-messages.ts';
import { useDeskState } from './use-desk-list.ts';
import './desk-field.css';

type Props = {
  client: DeskClient;
  /** The chosen user's id; empty for anybody. */
  referrer: string;
  onChoose: (id: string | undefined) => void;
};

/** What is typed in full chooses; two of the same name differ by their e-mail. */
const labelOf = ({ name, email }: ReferrerOption) => `${name} · ${email}`;

/** Narrows the list to one referrer, found while typing a part of the name or e-mail. */
export function ReferrerField({ client, referrer, onChoose }: Props) {
  const id = useId();
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
  // Again with every change.
  useEffect(look, [look, changes]);

  const chosen = referrer === '' ? undefined : options.find((one) => one.id === referrer);
  const handleChange = (text: string) => {
    setTyped(text);
    const option = options.find((one) => labelOf(one) === text);
    if (option) onChoose(option.id);
    else if (text === '' && referrer !== '') onChoose(undefined);
  };
  return (
    <div className="desk-field" data-wide="true">
      <label htmlFor={id}>Referred by</label>
      <input
        id={id}
        type="text"
        list={`${id}-list`}
        placeholder="Anybody"
        autoComplete="off"
        value={typed ?? (chosen ? labelOf(chosen) : '')}
        onChange={(event) => handleChange(event.target.value)}
      />
      <datalist id={`${id}-list`}>
        {options.map((option) => (
          <option key={option.id} value={labelOf(option)}>
            {option.email}
          </option>
        ))}
      </datalist>
    </div>
  );
}
