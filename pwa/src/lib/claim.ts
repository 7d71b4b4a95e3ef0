/** Sent by a page without a worker to the one that is active, so that it serves this page, too. */
export const CLAIM = 'CLAIM';
