import './button.css';

type Props = { isBusy: boolean; busyLabel: string; children: string };

/** Sends its form; says what is going on meanwhile and takes no second press. */
export function SubmitButton({ isBusy, busyLabel, children }: Props) {
  return (
    <button type="submit" className="button" data-variant="primary" disabled={isBusy}>
      {isBusy ? busyLabel : children}
    </button>
  );
}
