/** The address made up for a row of `referrals` or `quotes` when its person was forgotten or erased; the id keeps it distinct. */
export declare const emptiedEmail: (row: string) => string;
/** Whether the person of a row was forgotten or erased; an index has these (migration 048). SQL. */
export declare const isEmptied: (row: string) => string;
/** The email of a row, '' if its person was forgotten or erased. SQL. */
export declare const shownEmail: (row: string) => string;
/** How many rows of a table are of people who were forgotten. SQL. */
export declare const forgottenIn: (table: string) => string;
