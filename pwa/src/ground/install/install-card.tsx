import { countUnsent } from '@sunloop/engine/data/find-unsent.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { acceptInstallOffer, useInstallOffer } from './install-offer.ts';
import { installWay, lookAround, type InstallWay } from './install-way.ts';
import { useStored } from '../../stored/use-stored.ts';
import './install-card.css';

/** How to get the app onto the home screen, where it opens without signal. */
export function InstallCard() {
  const hasOffer = useInstallOffer(({ offer }) => offer !== null);
  const unsent = useStored(countUnsent);
  const way = installWay(lookAround(hasOffer));
  // Only apps installed by Chromium are known to share the storage of its tabs.
  const isApart = way === 'ios' || way === 'by-menu';
  return (
    <Card title="Install the app">
      {isApart && unsent ? <SendFirst count={unsent} /> : <Steps way={way} />}
    </Card>
  );
}

/** The installed app would not show rows that wait in a tab, and the tab would be forgotten. */
function SendFirst({ count }: { count: number }) {
  return (
    <Banner
      tone="wait"
      icon="alert"
      action={
        <ButtonLink to="." search={{ waiting: 1 }}>
          Send first
        </ButtonLink>
      }
    >
      {count === 1 ? '1 referral waits' : `${count.toLocaleString()} referrals wait`} here to be
      sent. The installed app may keep its own storage and not see them: send them first, then come
      back here.
    </Banner>
  );
}

function Steps({ way }: { way: InstallWay }) {
  switch (way) {
    case 'installed':
      return <p className="muted">You are using the installed app.</p>;
    case 'offered':
      return (
        <>
          <p className="muted">Opens from your home screen, with or without signal.</p>
          <Button variant="sun" icon="download" onPress={() => void acceptInstallOffer()}>
            Install Sunloop
          </Button>
        </>
      );
    case 'ios':
      return (
        <>
          <ol className="install-steps">
            <li>Open this page in Safari and tap the Share button.</li>
            <li>Choose &lsquo;Add to Home Screen&rsquo;, then &lsquo;Add&rsquo;.</li>
            <li>Open Sunloop from your home screen and sign in once more.</li>
          </ol>
          <p className="muted">The installed app does not share Safari&rsquo;s sign-in.</p>
        </>
      );
    case 'by-menu':
      return (
        <p className="muted">
          Open your browser&rsquo;s menu and choose &lsquo;Install app&rsquo; or &lsquo;Add to Home
          screen&rsquo;. Sunloop then opens with or without signal.
        </p>
      );
  }
}
