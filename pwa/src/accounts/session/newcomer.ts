/** Somebody who comes to sign up from the thanks for a quote, with what they typed there. */
export interface Newcomer {
  username: string;
  email: string;
  phone: string;
  address: string;
}

/** The newcomer, if this page was opened for one; kept with the page, so that a reload keeps it. */
export function readNewcomer(): Newcomer | undefined {
  const state = globalThis.history?.state as { newcomer?: Newcomer } | null | undefined;
  return state?.newcomer;
}
