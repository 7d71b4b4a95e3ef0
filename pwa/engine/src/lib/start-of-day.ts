/** When a day began here: today's, or one of those before. Epoch milliseconds. */
export function startOfDay(time: number, daysBefore = 0): number {
  const day = new Date(time);
  day.setHours(0, 0, 0, 0);
  // Not by hours, because two days of a year have 23 and 25.
  day.setDate(day.getDate() - daysBefore);
  return day.getTime();
}
