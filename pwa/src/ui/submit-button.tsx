import './button.css';

type Props = {
  isBusy: boolean;
  busyLabel: string;
  children: string;
  variant?: 'primary' | 'danger';
  isDisabled?: boolean;
};

/** Sends its form; says what is going on meanwhile and takes no second press. */
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
