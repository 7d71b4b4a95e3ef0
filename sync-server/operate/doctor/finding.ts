/** What one check found: `warn` can stay so, `bad` fails somebody or something. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'bad';
  /** What was looked at, in a word or two. */
  readonly check: string;
  /** How it is, and what to do unless it is ok. */
  readonly say: string;
}

export const ok = (check: string, say: string): Finding => ({ level: 'ok', check, say });
export const warn = (check: string, say: string): Finding => ({ level: 'warn', check, say });
export const bad = (check: string, say: string): Finding => ({ level: 'bad', check, say });

/** The failure of a look is a finding, too. */
export async function look(
  check: string,
  find: () => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  try {
    return await find();
  } catch (error) {
    return [bad(check, wordsOf(error))];
  }
}

/** What went wrong, on one line. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join('; ');
  const words = error instanceof Error ? error.message : String(error);
  return words.replaceAll(/\s*\n\s*/g, ' ');
}

const CHECK_WIDTH = 16;
const LEVEL_WIDTH = 4;

/** A line for each finding, and the counts. */
export function reportOf(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ level, check, say }) => `${level.padEnd(LEVEL_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${say}`,
  );
  const count = (wanted: Finding['level']) =>
    findings.filter(({ level }) => level === wanted).length;
  return [...lines, `\n${count('ok')} ok, ${count('warn')} to think of, ${count('bad')} bad`].join(
    '\n',
  );
}
