/** Whether a time was before the day that began at `day`, epoch milliseconds: the whole day on which something is due is in time. */
export const isPast = (dueAt: string, day: number) => Date.parse(dueAt) < day;
