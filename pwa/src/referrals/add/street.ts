/** The street of an address as the next door has it, and where its number is typed. */
export interface Street {
  text: string;
  at: number;
}

/** What belongs to one home: 'Apt 4', '#12'. */
const HOME = /,?\s*(?:\b(?:apt|apartment|unit|suite|ste|flat)\b\.?\s*[\w-]+|#\s*[\w-]+)/giu;
/** '12 Sun Street', '12B Sun Street', '12-14 Sun Street'. */
const NUMBER_FIRST = /^\s*\d+\p{L}?(?:\s?[-/]\s?\d+\p{L}?)?(?=\s+[\p{L}\d])/u;
/** 'Hauptstr. 12', 'Calle Sol 5 B'. */
const NUMBER_LAST = /(?<=\p{L}\.?\s)\d+\s?\p{L}?(?:\s?[-/]\s?\d+\p{L}?)?$/u;

/** Everything of an address but the number of the house: a street is walked door by door. */
export function streetOf(address: string): Street {
  const street = address.replaceAll(HOME, '').trim();
  if (NUMBER_FIRST.test(street)) return { text: street.replace(NUMBER_FIRST, ''), at: 0 };
  const [first = '', ...rest] = street.split(',');
  const start = first.replace(NUMBER_LAST, '');
  if (start === first) return { text: street, at: street.length };
  return { text: [start, ...rest].join(','), at: start.length };
}

/** An address in which no number was typed after all. */
export const withoutGap = (address: string) => address.replaceAll(/\s+,/g, ',').trim();
