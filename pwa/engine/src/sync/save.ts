/** Saving referrals, one or a file of them, and watching a file being sent. */

export { enqueueUpload, type Upload } from './outbox/bulk-upload.ts';
export { followLastUpload, readKnownUpload } from './outbox/read-uploads.ts';
export { enqueue, toPushRow } from './outbox/enqueue.ts';
export { sendRow } from './send/send-row.ts';
export { sendWatched, stopWatching } from './send/watch-upload.ts';
