/** Calls about the person and their sessions, made while they wait. */

export { eraseAccount, exportAccount } from './account/account.ts';
export { endAllSessions, endSession } from './account/own-sessions.ts';
export { changePassword, changedMeanwhile, needsPassword, saveProfile } from './account/profile.ts';
