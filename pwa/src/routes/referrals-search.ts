import { parseListView, type ListView } from '../features/referrals/list-view.ts';

/** What the URL of /referrals holds beside the dialog of the shell. */
export type ReferralsSearch = ListView & {
  /** The bulk upload dialog is open; 'shared' with the file another app handed over. */
  upload?: 1 | 'shared';
};

/** Reads the URL of /referrals; whatever is not known is dropped. */
export function parseReferralsSearch(search: Record<string, unknown>): ReferralsSearch {
  const isOpen = ['1', 'shared'].includes(String(search['upload']));
  const upload = search['upload'] === 'shared' ? 'shared' : 1;
  return { ...parseListView(search), ...(isOpen ? { upload } : {}) };
}

/** The part of it that says how the list is looked at. */
export function toListView({ status, sort, q }: ListView): ListView {
  return { ...(status && { status }), ...(sort && { sort }), ...(q && { q }) };
}
