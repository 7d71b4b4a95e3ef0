import type { SkippedLine } from './read-people.ts';

type Props = { lines: readonly SkippedLine[]; count: number };

/** The lines of a file that are not sent, each with its number and reason. */
export function SkippedLines({ lines, count }: Props) {
  if (count === 0) return null;
  const more = count - lines.length;
  return (
    <details className="skipped-lines">
      <summary>
        {count === 1 ? '1 line is left out' : `${count.toLocaleString()} lines are left out`}
      </summary>
      <ul>
        {lines.map(({ line, text, reason }) => (
          <li key={line}>
            <strong>Line {line}</strong> <span>{text}</span> <em>{reason}</em>
          </li>
        ))}
        {more > 0 && <li>... and {more.toLocaleString()} more</li>}
      </ul>
    </details>
  );
}
