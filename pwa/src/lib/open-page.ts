/** Sent by the worker to a page with `path`, when a notice was clicked; the page answers on the port that comes with it. */
export const OPEN_PAGE = 'OPEN_PAGE';
