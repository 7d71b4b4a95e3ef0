/** Titles and initials: any short word with a dot, and what is often written without one. */
const BEFORE_NAME = /^(?:\p{L}{1,4}\.(?:\s+|$)|(?:dr|mrs?|ms)\s+)+/iu;

/** What to call somebody: Jane for 'Jane Smith', 'Smith, Jane' and 'Dr. Jane Smith'; the first word if in doubt (SPEC §2). */
export function firstNameOf(name: string): string {
  const wordOf = (part: string) => part.trim().replace(BEFORE_NAME, '').split(/\s/)[0];
  return name.split(',').map(wordOf).slice(0, 2).findLast(Boolean) ?? name;
}
