/** Receipts of referrals, fetched and kept: apart from other reads, because only what comes after a send and details use them. */

export { fetchReceipts } from './read/receipts.ts';
export { keepReceipts } from './read/keep-receipts.ts';
