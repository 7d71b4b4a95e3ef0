/** A number and the line it is in. */
export interface Numbered {
  line: number;
  text: string;
}

/**
 * The lines whose number has no signs in it and is a digit shorter than most of those that show what is usual: a
 * spreadsheet took the 0 from its start.
 */
export function linesWithoutZero(
  numbers: readonly Numbered[],
  showsUsual: (digits: string) => boolean,
): number[] {
  const lengths = new Map<number, number>();
  for (const { text } of numbers) {
    const digits = text.replaceAll(/\D/g, '');
    if (showsUsual(digits)) lengths.set(digits.length, (lengths.get(digits.length) ?? 0) + 1);
  }
  const [usual = 0] = [...lengths].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return numbers.flatMap(({ line, text }) =>
    /^[1-9]\d*$/.test(text) && text.length === usual - 1 ? [line] : [],
  );
}
