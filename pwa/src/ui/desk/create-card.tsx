import { Fragment, type ReactNode, useState } from 'react';
import { Card } from '../card.tsx';
import type { SaveOutcome } from '../forms/save-outcome.ts';
import type { SaveFormProps } from './save-form.tsx';

type Props<Input> = {
  title: string;
  /** Something to know beforehand. */
  note?: string;
  submit: SaveFormProps<Input>['submit'];
  onCreate: (input: Input) => Promise<SaveOutcome>;
  children: (form: SaveFormProps<Input>) => ReactNode;
};

/** The form for a new item of a list; it starts empty again after each. */
export function CreateCard<Input>({ title, note, submit, onCreate, children }: Props<Input>) {
  const [created, setCreated] = useState(0);
  const onSaved = () => setCreated(created + 1);
  return (
    <Card title={title}>
      {note && <p className="muted">{note}</p>}
      <Fragment key={created}>
        {children({ label: title, submit, save: onCreate, onSaved })}
      </Fragment>
    </Card>
  );
}
