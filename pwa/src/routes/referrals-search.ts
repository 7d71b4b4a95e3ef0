import { parseListView, type ListView } from '../referrals/list/list-search.ts';

/** The search parameters of /referrals, besides the shell's dialog. */
export type ReferralsSearch = ListView & {
  /** The bulk upload: 1 to begin one, 'shared' with a file handed over, or the id of one that was begun. */
  upload?: string | 1;
};

const UPLOAD = /^(?:shared|[0-9a-f-]{36})$/;

/** Reads the URL of /referrals and drops what is unknown. */
export function parseReferralsSearch(search: Record<string, unknown>): ReferralsSearch {
  const upload = uploadOf(String(search['upload']));
  return { ...parseListView(search), ...(upload === undefined ? {} : { upload }) };
}

function uploadOf(text: string): string | 1 | undefined {
  if (text === '1') return 1;
  return UPLOAD.test(text) ? text : undefined;
}

/** The part of it that sorts and filters the list. */
export function toListView({ status, sort, q }: ListView): ListView {
  return { ...(status && { status }), ...(sort && { sort }), ...(q && { q }) };
}
