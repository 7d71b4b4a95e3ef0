/** Who is signed in on this device, and the lock of a device that was away for long. */

export { hasLostProfile } from './session/lost-profile.ts';
export { keepLock } from './session/keep-lock.ts';
export { settleSignOut, signIn, signOut } from './session/session.ts';
