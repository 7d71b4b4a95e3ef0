/** How this app can be installed on this device. */
export type InstallWay = 'installed' | 'offered' | 'ios' | 'by-menu';

type BrowserFacts = {
  isStandalone: boolean;
  hasOffer: boolean;
  userAgent: string;
  touchPoints: number;
};

/** iPads call themselves Macs; only their touch screen tells them apart. */
const isIos = ({ userAgent, touchPoints }: BrowserFacts) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

/** Decides by what the browser reports. Safari never offers it; its steps have to be explained. */
export function installWay(surroundings: BrowserFacts): InstallWay {
  if (surroundings.isStandalone) return 'installed';
  if (surroundings.hasOffer) return 'offered';
  return isIos(surroundings) ? 'ios' : 'by-menu';
}

/** What this browser reports, and whether it offered to install. */
export function lookAround(hasOffer: boolean): BrowserFacts {
  const { userAgent, maxTouchPoints } = navigator;
  const isStandalone =
    matchMedia('(display-mode: standalone)').matches ||
    // Safari's own property for it.
    ('standalone' in navigator && navigator.standalone === true);
  return { isStandalone, hasOffer, userAgent, touchPoints: maxTouchPoints };
}
