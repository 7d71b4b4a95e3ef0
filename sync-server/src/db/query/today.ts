/** What the office's clock shows at a moment, as a timestamp without zone; the zone is a setting (migration 076). SQL. */
export const officeTime = (moment: string) => `office_time(${moment})`;
/** The office's day of a moment. SQL. */
export const officeDay = (moment: string) => `${officeTime(moment)}::date`;
/** The moment at which the office's clock shows a day or timestamp. SQL. */
export const officeStart = (day: string) => `office_start((${day})::timestamp)`;
/** The day it is for the office, asked for once a statement. SQL. */
export const TODAY = `(select ${officeDay('now()')})`;
