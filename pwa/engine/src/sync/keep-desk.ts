/** Sent by the page to the worker when the desk is open, so that its code is stored on this device. */
export const KEEP_DESK = 'KEEP_DESK';
