import { ERASED_EMAIL_END, FORGOTTEN_NAME } from '@sunloop/shared-types/limits.ts';

/** The address made up for a row of `referrals` or `quotes` when its person was forgotten or erased; the id keeps it distinct. */
export const emptiedEmail = (row: string) => `${row}.id::text || '${ERASED_EMAIL_END}'`;

/** Whether the person of a row was forgotten or erased; an index has these (migration 048). SQL. */
export const isEmptied = (row: string) => `${row}.email = ${emptiedEmail(row)}`;

/** The email of a row, '' if its person was forgotten or erased. SQL. */
export const shownEmail = (row: string) =>
  `case when ${isEmptied(row)} then '' else ${row}.email end`;

/** How many rows of a table are of people who were forgotten. SQL. */
export const forgottenIn = (table: string) =>
  `(select count(*) from ${table} f where ${isEmptied('f')} and f.name = '${FORGOTTEN_NAME}')`;
