import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { AddUserForm } from './add-user-form.tsx';
import type { UserActs } from './user-acts.ts';
import './users-browser.css';

type Props = {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  hasMail: boolean;
  onAdd: UserActs['add'];
};

/** The Add User toggle and its form, which keeps what was typed while it is closed (SPEC §2). */
export function AddUserPart({ isOpen, onToggle, hasMail, onAdd }: Props) {
  const [times, setTimes] = useState(0);
  const id = useId();
  /** The form starts empty the next time. */
  const handleDone = () => {
    setTimes(times + 1);
    onToggle(false);
  };
  return (
    <>
      <div className="row">
        <Button
          icon="plus"
          variant={isOpen ? 'quiet' : 'primary'}
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => onToggle(!isOpen)}
        >
          Add User
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        <Card title="New User">
          <AddUserForm
            key={times}
            hasMail={hasMail}
            onAdd={onAdd}
            onAdded={handleDone}
            onCancel={handleDone}
          />
        </Card>
      </div>
    </>
  );
}
