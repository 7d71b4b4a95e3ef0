import { useState } from 'react';
import { ButtonAnchor } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/button.tsx';
import { QrDialog } from './qr-dialog.tsx';
import { referralLink } from './referral-link.ts';
import { ShareMenu } from './share-menu.tsx';
import { useCopy } from './use-copy.ts';
import './referral-link-card.css';

/** The person's own link, to copy, to try and to share. */
export function ReferralLinkCard({ code }: { code: string | null }) {
  const link = referralLink(window.location.origin, code);
  return (
    <Card title="Your referral link">
      <p className="muted">Whoever uses it gets a free solar consultation.</p>
      <div className="referral-link">
        <input
          readOnly
          value={link}
          aria-label="Your referral link"
          onClick={(event) => event.currentTarget.select()}
        />
        <CopyButton link={link} />
        {link !== '' && <LinkActions link={link} />}
      </div>
    </Card>
  );
}

function CopyButton({ link }: { link: string }) {
  const { isCopied, copy } = useCopy(link);
  return (
    <Button
      variant="sun"
      icon={isCopied ? 'check' : 'copy'}
      isDisabled={link === ''}
      onPress={() => void copy()}
    >
      {isCopied ? 'Copied!' : 'Copy'}
    </Button>
  );
}

function LinkActions({ link }: { link: string }) {
  const [isQrOpen, setQrOpen] = useState(false);
  return (
    <>
      <ShareMenu link={link} />
      <ButtonAnchor variant="quiet" icon="external" href={link} target="_blank" rel="noreferrer">
        Test Link
      </ButtonAnchor>
      <Button variant="quiet" icon="qr" onPress={() => setQrOpen(true)}>
        QR code
      </Button>
      <QrDialog link={link} isOpen={isQrOpen} onClose={() => setQrOpen(false)} />
    </>
  );
}
