import { type InstallWay, installWay, lookAround } from './install-way.ts';

/** Kept by the device, so that whoever said no is not asked again, in no session and by no account. */
const KEY = 'sunloop-install';

/** Whether somebody on this device asked not to be asked to install. */
function isUnwanted(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Without storage the answer could not be kept, and the question would come each time.
    return true;
  }
}

/** Never asks again on this device. */
export function dontAsk(): void {
  try {
    localStorage.setItem(KEY, 'no');
  } catch (error) {
    console.warn('The answer could not be kept:', error);
  }
}

/**
 * The way to offer unasked: by the browser's own question, or by the steps of an iPhone once nothing waits, because the
 * installed app has a storage of its own. Undefined where there is none, where it is installed, and for whoever said no.
 */
export function wayToOffer(hasOffer: boolean, unsent: number): InstallWay | undefined {
  if (isUnwanted()) return undefined;
  const way = installWay(lookAround(hasOffer));
  return way === 'offered' || (way === 'ios' && unsent === 0) ? way : undefined;
}
