import './row-reward.css';

/**
 * What the next completions pay, whichever friends they are: 'Next install pays $1,000, then $1,000, then 50% …'; stands
 * once above a list.
 */
export function NextPays({ next }: { next: readonly string[] | undefined }) {
  if (!next) return null;
  const [first, ...later] = next;
  return (
    <p className="next-pays">
      Next install pays <strong>{first}</strong>
      {later.map((reward) => `, then ${reward}`)}
    </p>
  );
}
