/** Name of the error of a page that cannot stand without its database. */
export const UNREADABLE_STORAGE = 'UnreadableStorage';
