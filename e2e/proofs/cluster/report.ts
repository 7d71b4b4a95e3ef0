import type { Findings } from './rehearse.ts';

/** The findings as a table, in Markdown. */
export function tableOf({ outcomes }: Findings): string {
  const head = ['fault', 's without writes', 'goal', 'rows gone for a while', 'answers'];
  const rows = outcomes.map(({ name, quietSeconds, goalSeconds, gone, counts }) => [
    name,
    quietSeconds.toFixed(1),
    goalSeconds ?? '',
    gone,
    Object.entries(counts)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** What must not be, in words; nothing if all is well. A time that is over its goal is a figure of the table, no fault. */
export function findFaults(
  { outcomes, rest, verdict, lostStatuses }: Findings,
  isSynchronous: boolean,
): string[] {
  const wrong = Object.entries(verdict).filter(([, count]) => count > 0);
  const faults = wrong.map(([what, count]) => `${what}: ${count}`);
  const answers = [...outcomes, rest].filter(({ counts }) => (counts['500'] ?? 0) > 0);
  faults.push(...answers.map(({ name, counts }) => `${name}: ${counts['500']} answers were 500`));
  if (!isSynchronous) return faults;
  const losses = outcomes.filter(({ gone }) => gone > 0);
  faults.push(...losses.map(({ name, gone }) => `${name}: ${gone} acknowledged rows were gone`));
  if (lostStatuses > 0) faults.push(`${lostStatuses} statuses were lost`);
  return faults;
}
