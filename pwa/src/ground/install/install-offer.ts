import { create } from 'zustand';

/** Chromium's offer to install the app; not part of the DOM's own types. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's offer while it is valid, kept for a button of our own. */
export const useInstallOffer = create<{ offer: InstallOffer | null }>(() => ({ offer: null }));

/** Catches the offer, which comes only once and early; call it before the first paint. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallOffer.setState({ offer: event as InstallOffer });
  });
  addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }));
}

/** Shows the browser's own question; an offer can be used once. */
export async function acceptInstallOffer(): Promise<void> {
  const { offer } = useInstallOffer.getState();
  useInstallOffer.setState({ offer: null });
  await offer?.prompt();
}
