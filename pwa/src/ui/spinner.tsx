import './spinner.css';

/** Something is loading; `label` tells screen readers what. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="spinner" role="status" aria-label={label}>
      <span />
    </div>
  );
}
