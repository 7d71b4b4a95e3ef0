import './facts.css';

type Props = { facts: readonly (readonly [term: string, value: string])[] };

/** Terms and their values, one per line. */
export function Facts({ facts }: Props) {
  return (
    <dl className="facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
