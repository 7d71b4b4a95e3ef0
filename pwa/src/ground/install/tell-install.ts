import { followLive } from '@sunloop/engine/data/follow-live.ts';
import { countUnsent } from '@sunloop/engine/data/find-unsent.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { standNotice } from '../../ui/layers/notices.ts';
import { acceptInstallOffer, useInstallOffer } from './install-offer.ts';
import type { InstallWay } from './install-way.ts';
import { dontAsk, wayToOffer } from './install-wish.ts';

const IOS_STEPS = 'Tap Share, then ‘Add to Home Screen’. It opens with or without signal.';
const WHY = 'It opens with or without signal.';

let stopLast: (() => void) | undefined;

/**
 * Offers to install as soon as it may (`wayToOffer`); stands until it is answered, for good. Returns how to stop, as does
 * the next call.
 */
export function tellInstall(db: UserDb): () => void {
  stopLast?.();
  let unsent: number | undefined;
  const look = () => {
    const hasOffer = useInstallOffer.getState().offer !== null;
    const way = unsent === undefined ? undefined : wayToOffer(hasOffer, unsent);
    if (!way) return;
    stopLooking();
    standNotice('install', noticeOf(way));
  };
  const stopCounting = followLive(db, () => countUnsent(db))(
    (count) => {
      unsent = count;
      look();
    },
    (error: unknown) => console.warn('What waits could not be counted:', error),
  );
  // The browser makes its offer when it likes.
  const stopOffers = useInstallOffer.subscribe(look);
  const stopLooking = () => {
    stopCounting();
    stopOffers();
  };
  stopLast = () => {
    stopLooking();
    standNotice('install');
  };
  return stopLast;
}

function noticeOf(way: InstallWay) {
  const end = () => standNotice('install');
  const install = () => {
    end();
    void acceptInstallOffer();
  };
  return {
    title: 'Put Sunloop on your home screen.',
    description: way === 'ios' ? IOS_STEPS : WHY,
    ...(way === 'offered' && { action: { label: 'Install', onPress: install } }),
    onDismiss: () => {
      dontAsk();
      end();
    },
  };
}
