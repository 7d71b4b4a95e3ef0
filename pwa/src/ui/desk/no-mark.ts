/** Otherwise the router would mark a link to another panel of the desk as the current page. */
export const NO_MARK = { 'aria-current': undefined } as const;
