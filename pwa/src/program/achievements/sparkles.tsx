/** Where the sparks are, in percent of the popup, and the delay of each one. */
const SPARKS = [
  { left: 6, top: 14, delay: 0 },
  { left: 24, top: 82, delay: 350 },
  { left: 42, top: 8, delay: 700 },
  { left: 63, top: 88, delay: 200 },
  { left: 78, top: 20, delay: 550 },
  { left: 92, top: 64, delay: 850 },
];

/** A little glitter for the rarest achievements; decoration only. */
export function Sparkles() {
  return (
    <span className="sparkles" aria-hidden="true">
      {SPARKS.map(({ left, top, delay }) => (
        <i key={left} style={{ left: `${left}%`, top: `${top}%`, animationDelay: `${delay}ms` }} />
      ))}
    </span>
  );
}
