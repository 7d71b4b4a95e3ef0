import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { useState } from 'react';
import { formatMoment } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Reach } from '../../../ui/desk/reach.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { QuoteActs } from './quote-acts.ts';
import { QUOTE_LABELS, QUOTE_TONES, stepsOf } from './quote-list.ts';

type Props = Pick<QuoteActs, 'onStatus' | 'onOpenReferral' | 'renderContact'> & {
  quote: Quote;
  onConvert: () => void;
};

/** What was asked and by whom, with ways to reach them and to settle the request. */
export function QuoteDetails({ quote, renderContact, ...acts }: Props) {
  const { name, email, phone, address, message, referralCode, status, createdAt, dial } = quote;
  return (
    <div className="stack">
      <p className="row">
        <Badge tone={QUOTE_TONES[status]}>{QUOTE_LABELS[status]}</Badge>
        <span className="muted">Asked on {formatMoment(createdAt)}</span>
      </p>
      <Reach name={name} email={email} phone={phone} dial={dial} />
      {email !== '' && renderContact(quote)}
      {message && <blockquote className="quote-message">{message}</blockquote>}
      <Facts
        facts={[
          ['Address', address ?? 'Not given'],
          ['Referral code', referralCode ?? 'None: came without a link'],
        ]}
      />
      <Steps quote={quote} {...acts} />
    </div>
  );
}

function Steps({ quote, onStatus, onConvert, onOpenReferral }: Omit<Props, 'renderContact'>) {
  const [isBusy, setBusy] = useState(false);
  const { canConvert, canClose, canReopen } = stepsOf(quote);
  const { referralId } = quote;
  const put = async (status: 'open' | 'closed') => {
    setBusy(true);
    await onStatus(quote, status).finally(() => setBusy(false));
  };
  return (
    <>
      {quote.status === 'converted' && !referralId && (
        <p className="muted">The referral made from it has been deleted since.</p>
      )}
      <div className="form-actions">
        {canReopen && (
          <Button variant="quiet" isDisabled={isBusy} onPress={() => void put('open')}>
            Reopen
          </Button>
        )}
        {canClose && (
          <Button variant="quiet" isDisabled={isBusy} onPress={() => void put('closed')}>
            Close request
          </Button>
        )}
        {canConvert && <Button onPress={onConvert}>Turn into a referral</Button>}
        {referralId && (
          <Button icon="people" onPress={() => onOpenReferral(referralId)}>
            Open the referral
          </Button>
        )}
      </div>
    </>
  );
}
