import '../button.css';

type Props = {
  isBusy: boolean;
  busyLabel: string;
  children: string;
  variant?: 'primary' | 'danger';
  isDisabled?: boolean;
};

/** Sends its form; meanwhile it says what is going on and ignores further presses. */
export function SubmitButton({
  isBusy,
  busyLabel,
  children,
  variant = 'primary',
  isDisabled = false,
}: Props) {
  return (
    <button type="submit" className="button" data-variant={variant} disabled={isBusy || isDisabled}>
      {isBusy ? busyLabel : children}
    </button>
  );
}
