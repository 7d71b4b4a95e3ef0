/** Name of the error of a page that cannot be shown without its database. */
export const UNREADABLE_STORAGE = 'UnreadableStorage';
