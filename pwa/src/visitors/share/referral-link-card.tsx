import { useState } from 'react';
import { ButtonAnchor } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { CopyButton, LinkField } from './link-field.tsx';
import { QrDialog } from './qr-dialog.tsx';
import { referralLink } from './referral-link.ts';
import { ShareMenu } from './share-menu.tsx';
import { useMessage } from './use-message.ts';
import './referral-link-card.css';

type Props = {
  code: string | null;
  /** A newcomer can only share so far. */
  isNewcomer: boolean;
};

/** The person's own link, to copy, test and share; newcomers start with it and the message that goes with it. */
export function ReferralLinkCard({ code, isNewcomer }: Props) {
  const link = referralLink(window.location.origin, code);
  const isFirst = link !== '' && isNewcomer;
  return (
    <Card title={isFirst ? 'Your link is ready' : 'Your referral link'}>
      {isFirst ? (
        <Message />
      ) : (
        <p className="muted referral-why">Friends get a free solar consultation.</p>
      )}
      <div className="referral-link" data-first={isFirst || undefined}>
        <LinkField link={link} />
        {isFirst && <ShareMenu link={link} isMain />}
        <CopyButton link={link} variant={isFirst ? 'quiet' : 'sun'} />
        {link !== '' && <LinkActions link={link} isFirst={isFirst} />}
      </div>
    </Card>
  );
}

function Message() {
  return <TextArea {...useMessage().field} />;
}

type ActionsProps = { link: string; isFirst: boolean };

function LinkActions({ link, isFirst }: ActionsProps) {
  const [isQrOpen, setQrOpen] = useState(false);
  return (
    <>
      {!isFirst && <ShareMenu link={link} />}
      <ButtonAnchor variant="quiet" icon="external" href={link} target="_blank" rel="noreferrer">
        Test Link
      </ButtonAnchor>
      <Button variant="quiet" icon="qr" onPress={() => setQrOpen(true)}>
        QR code
      </Button>
      {isQrOpen && <QrDialog link={link} onClose={() => setQrOpen(false)} />}
    </>
  );
}
