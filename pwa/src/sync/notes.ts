/** What the office wrote about a referral for its referrer: apart from other reads, because only its details use it. */

export { readSharedNotes, refreshSharedNotes } from './read/shared-notes.ts';
