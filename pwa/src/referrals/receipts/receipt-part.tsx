import { readReceipt, RECEIPTS_PAGE } from '@sunloop/shared-types/referrals/receipts.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { type ComponentProps, useEffect, useState } from 'react';
import { notLoaded } from '@sunloop/engine/api/problems.ts';
import { readReach } from '@sunloop/engine/data/sync-state.ts';
import {
  type KeptReceipt,
  readKeptReceipt,
  type ReceiptPlace,
} from '@sunloop/engine/data/kept-receipts.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { fetchReceipts } from '@sunloop/engine/receipts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonAnchor } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { More } from '../../ui/fold.tsx';
import { copyText } from '../../ui/layers/copy-text.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import type { ReceiptCheck } from './check-receipt.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

type Props = {
  /** The referral as it is stored; undefined while it waits to be sent. */
  row: Referral | undefined;
  /** Whose it is. */
  place?: ReceiptPlace;
};

/** The receipt of one referral, a sentence that opens. Of somebody forgotten there is nothing to show. */
export function ReceiptPart({ row, ...props }: Props) {
  if (row?.email === '') return null;
  return (
    <section aria-label="Receipt">
      {row ? (
        <Receipt key={row.id} row={row} {...props} />
      ) : (
        <p className="muted">The receipt comes once we have received this referral.</p>
      )}
    </section>
  );
}

const WORDS = {
  asking: 'Fetching the receipt...',
  away: 'The receipt comes when there is a connection.',
  none: 'There is no receipt of it on this device. Please open it again later.',
};

/** The receipt of a stored referral, fetched when it is not here yet. */
export function Receipt({ row, place = 'own' }: Props & { row: Referral }) {
  const db = useUserDb();
  const { id } = row;
  const kept = useStored(readKeptReceipt, id, place);
  const [outcome, setOutcome] = useState<keyof typeof WORDS>('asking');
  const reach = useStored(readReach) ?? 'ok';
  const isAway = reach !== 'ok';
  useEffect(() => {
    if (isAway) return;
    fetchReceipts(db, [row], { place }).then(
      (wasAsked) => setOutcome(wasAsked ? 'none' : 'away'),
      (error: unknown) => {
        console.error('The receipt could not be kept:', error);
        setOutcome('none');
      },
    );
  }, [db, row, place, isAway]);
  if (!kept)
    return (
      <p className="muted" role="status">
        {WORDS[isAway ? 'away' : outcome]}
      </p>
    );
  return <ReceiptFacts kept={kept} row={row} isOnline={!isAway} />;
}

const CHECKS = {
  genuine: { tone: 'good', icon: 'check', children: 'Genuine' },
  'other-details': {
    tone: 'wait',
    icon: 'check',
    children: 'Genuine, for the details as they were then',
  },
  forged: { tone: 'bad', icon: 'alert', children: 'Not genuine. Please tell us' },
  unable: { tone: 'plain', icon: 'help', children: 'This browser cannot check it. Its page can' },
} as const satisfies Record<ReceiptCheck, ComponentProps<typeof Badge>>;

/** Loaded when it is needed, because it brings its library along. */
async function checkHere(kept: KeptReceipt, row: Referral): Promise<ReceiptCheck> {
  const { checkReceipt } = await import('./check-receipt.ts').catch(notLoaded);
  return checkReceipt(kept, row);
}

type FactsProps = { kept: KeptReceipt; row: Referral; isOnline: boolean };

/** What a receipt certifies, and whether this device finds it genuine. */
function ReceiptFacts({ kept, row, isOnline }: FactsProps) {
  const { value: check, problem } = useAnswer(
    () => checkHere(kept, row),
    `${kept.text} ${row.updatedAt}`,
  );
  const { code = '', takenAt = '', receivedAt = '' } = readReceipt(kept.text) ?? {};
  return (
    <More sentence={<Sentence receivedAt={receivedAt} check={check} />}>
      <div role="status">
        {check ? (
          <Badge {...CHECKS[check]} />
        ) : (
          <Badge tone="plain">{problem || 'Checking...'}</Badge>
        )}
      </div>
      <Facts
        facts={[
          ['Code', code],
          ['Added', formatMoment(takenAt)],
        ]}
      />
      <div className="row">
        <Button
          variant="quiet"
          icon="copy"
          onPress={() => void copyText(code, 'The code of the receipt')}
        >
          Copy code
        </Button>
        <Button
          variant="quiet"
          icon="file"
          onPress={() => void copyText(kept.text, 'The whole receipt, which anybody can verify')}
        >
          Copy receipt
        </Button>
        {isOnline && (
          <ButtonAnchor
            variant="quiet"
            icon="external"
            href={`${RECEIPTS_PAGE}/${code}`}
            target="_blank"
            rel="noopener"
          >
            Open its page
          </ButtonAnchor>
        )}
      </div>
    </More>
  );
}

/** 'Received Nov 27, 2026, 2:31 PM ✓', with a check only if this device finds it genuine. */
function Sentence({ receivedAt, check }: { receivedAt: string; check: ReceiptCheck | undefined }) {
  if (check === 'forged') return 'This receipt is not genuine';
  return (
    <>
      Received {formatMoment(receivedAt)} {check && check !== 'unable' && <Icon name="check" />}
    </>
  );
}
