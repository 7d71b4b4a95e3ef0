/** Days of each unit an operator may write. */
const DAYS = { day: 1, week: 7, month: 30 } as const;
/** A week of work has five days. */
const DAYS_PER_WORKING_DAY = 7 / 5;

const PERIOD = /(\d+|\ban?|\bone) (working |business )?(day|week|month)/giu;

/**
 * The longest time a text such as 'within 30 days', '1 to 2 weeks' or 'in a month' names, in days; undefined if it names
 * none this can read.
 */
export function usualDays(text: string): number | undefined {
  const days = [...text.matchAll(PERIOD)].map(([, count = '', working, unit = '']) => {
    const each = DAYS[unit.toLowerCase() as keyof typeof DAYS];
    const factor = working ? DAYS_PER_WORKING_DAY : 1;
    return Math.ceil((/\d/.test(count) ? Number(count) : 1) * each * factor);
  });
  return days.length > 0 ? Math.max(...days) : undefined;
}
