import { ButtonAnchor } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/button.tsx';
import { referralLink } from './referral-link.ts';
import { useCopy } from './use-copy.ts';
import './referral-link-card.css';

/** The person's own link, to copy or to try. */
export function ReferralLinkCard({ code }: { code: string | null }) {
  const link = referralLink(window.location.origin, code);
  const { isCopied, copy } = useCopy(link);
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
        <Button
          variant="sun"
          icon={isCopied ? 'check' : 'copy'}
          isDisabled={link === ''}
          onPress={() => void copy()}
        >
          {isCopied ? 'Copied!' : 'Copy'}
        </Button>
        {link !== '' && (
          <ButtonAnchor
            variant="quiet"
            icon="external"
            href={link}
            target="_blank"
            rel="noreferrer"
          >
            Test Link
          </ButtonAnchor>
        )}
      </div>
    </Card>
  );
}
