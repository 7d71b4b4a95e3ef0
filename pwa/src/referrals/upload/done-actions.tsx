import { Button } from '../../ui/button.tsx';

type Props = { againLabel: string; onAgain: () => void; onClose: () => void };

/** What comes after a file: another one, or the end. */
export function DoneActions({ againLabel, onAgain, onClose }: Props) {
  return (
    <div className="form-actions">
      <Button variant="quiet" onPress={onAgain}>
        {againLabel}
      </Button>
      <Button variant="primary" onPress={onClose}>
        Done
      </Button>
    </div>
  );
}
