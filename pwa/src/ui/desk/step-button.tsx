import { Button } from '../button.tsx';

type Props = {
  label: string;
  /** The key that does the same. */
  letter: string;
  /** There is nothing further this way. */
  isAtEnd: boolean;
  onPress: () => void;
};

/** To the next or the previous of a list. Not disabled at its ends, because a focused button must keep the focus. */
export function StepButton({ label, letter, isAtEnd, onPress }: Props) {
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={label}
      aria-keyshortcuts={letter}
      aria-disabled={isAtEnd}
      onPress={onPress}
    >
      {label} <kbd aria-hidden="true">{letter}</kbd>
    </Button>
  );
}
