import type { LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferralDetail } from '@sunloop/shared-types/referrals/admin-referral-detail.ts';
import type { DuplicateDecision } from '@sunloop/shared-types/referrals/cases.ts';
import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types/referrals/referral-content.ts';
import {
  type AdminReferral,
  REFERRAL_FIELDS,
  type ReferralField,
  referralStatusLabel,
} from '@sunloop/shared-types/referrals/referral.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import type { ReactNode } from 'react';
import { formatDay, formatMoment } from '../../lib/format-date.ts';
import { permissionWords } from '../../lib/permission-words.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { Reward } from '../../ui/reward.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import type { DeskRow } from './desk-row.ts';
import type { AskPay } from './completion-pay.tsx';
import { CasePart } from './cases/case-part.tsx';
import { ReferralActions } from './referral-actions.tsx';
import { OnBehalfPart } from './on-behalf-part.tsx';
import { eventsOf } from './referral-timeline.ts';
import { toneOf } from '../../ui/status-tone.ts';
import './referral-details.css';
import { isolate } from '../../lib/isolate.ts';
import { NO_MARK } from '../../ui/desk/no-mark.ts';
import { Reach } from '../../ui/desk/reach.tsx';

type Props = {
  /** What this device has of it, with a waiting change; undefined if it has nothing. */
  row: DeskRow | undefined;
  /** What is dialed; undefined without a number. */
  dial: string | undefined;
  reading: ReadingOf<AdminReferralDetail>;
  /** Saves an act on the referral as it is shown; `pays` is what the person was told that it pays. */
  onAct: (act: ReferralAct, referral: AdminReferral, pays?: string) => Promise<SaveOutcome>;
  onAskPay: AskPay;
  /** Whether it and its duplicates are different people, or who is paid. */
  onDecide: (id: string, decision: DuplicateDecision) => Promise<SaveOutcome>;
  /** It is its referrer's, who said that it is not. */
  onKeep: (id: string) => Promise<SaveOutcome>;
  onOpen: (id: string) => void;
  onClose: () => void;
  /** Whether the person may be contacted; not drawn of somebody forgotten, who has no email. */
  contact: ReactNode;
  /** The referral's receipt, under its heading or, beside others, without. */
  renderReceipt: (referral: AdminReferral, place: 'alone' | 'beside') => ReactNode;
};

/** A referral with everything known about it; without signal, with what the device has. */
export function ReferralDetails(props: Props) {
  const { row, dial, reading, contact, renderReceipt, onAct, onAskPay, onDecide, ...on } = props;
  const { onOpen, onClose, onKeep } = on;
  const { case: found, isUndecided = false, taken } = reading.kind === 'ready' ? reading.data : {};
  if (!row) {
    if (reading.kind === 'loading')
      return (
        <Reading of={reading} what="The referral">
          {nothing}
        </Reading>
      );
    return <EmptyState icon="search" title="This referral no longer exists." />;
  }
  const { referral } = row;
  return (
    <>
      <Standing
        row={row}
        rung={reading.kind === 'ready' ? reading.data.rung : null}
        isTwin={row.isDuplicate || isUndecided}
      />
      {found && (
        <CasePart
          found={found}
          shownId={referral.id}
          renderReceipt={(one) => renderReceipt(one, 'beside')}
          onDecide={(decision) => onDecide(referral.id, decision)}
          onOpen={onOpen}
        />
      )}
      <ReferralActions
        referral={referral}
        onAct={(act, pays) => onAct(act, referral, pays)}
        isUndecided={isUndecided}
        onAskPay={onAskPay}
        onDeleted={onClose}
      />
      <Ways referral={referral} dial={dial} />
      {referral.email !== '' && contact}
      {taken && <OnBehalfPart onBehalf={taken} onKeep={() => onKeep(referral.id)} />}
      <Facts facts={[...factsOf(referral), ...leadOf(reading)]} />
      {!found && renderReceipt(referral, 'alone')}
      <History referral={referral} reading={reading} />
    </>
  );
}
const nothing = () => null;

type StandingProps = { row: DeskRow; rung: LadderRung | null; isTwin: boolean };

function Standing({ row: { referral, isWaiting, isLate }, rung, isTwin }: StandingProps) {
  const isEarned = referral.status === 'completed';
  const stored = writeMoney(referral.reward);
  return (
    <div className="row">
      <Badge tone={toneOf(referral.status)}>{referralStatusLabel(referral.status)}</Badge>
      {isEarned && <Reward isEarned>{stored}</Reward>}
      {!isEarned && rung && <Reward isEarned={false}>{rung.reward}</Reward>}
      {!isEarned && <small className="muted">{rung ? 'when installed' : stored}</small>}
      {isWaiting && (
        <Badge tone="wait" icon="sync">
          Change waiting to be sent
        </Badge>
      )}
      {isLate && (
        <Badge tone="wait" icon="clock">
          Arrived late
        </Badge>
      )}
      {isTwin && (
        <Badge tone="wait" icon="people">
          Possible duplicate
        </Badge>
      )}
    </div>
  );
}

/** Ways to reach the person. */
function Ways({ referral, dial }: { referral: AdminReferral; dial: string | undefined }) {
  return (
    <Reach {...referral} dial={dial}>
      <ButtonLink
        to="/admin"
        search={{ panel: 'calls', id: referral.id }}
        variant="quiet"
        icon="edit"
        activeProps={NO_MARK}
      >
        Note a call
      </ButtonLink>
    </Reach>
  );
}

type HistoryProps = { referral: AdminReferral; reading: ReadingOf<AdminReferralDetail> };

function History({ referral, reading }: HistoryProps) {
  const { events = [], calls = [] } = reading.kind === 'ready' ? reading.data : {};
  return (
    <section className="stack" aria-label="History">
      <h3>History</h3>
      <Timeline label="History" events={eventsOf(referral, events, calls)} />
      <Reading of={reading} what="What admins did" lines={2}>
        {nothing}
      </Reading>
    </section>
  );
}

/** Who looks after them and the day of the next call, as far as there is one. */
function leadOf(reading: ReadingOf<AdminReferralDetail>): (readonly [string, string])[] {
  const lead = reading.kind === 'ready' ? reading.data.lead : undefined;
  const facts = [
    ['Looked after by', lead?.ownerName ?? ''],
    ['To be called on', lead?.dueOn ? formatDay(`${lead.dueOn}T00:00`) : ''],
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

/** The name is the title, and the two ways to reach the person are buttons. */
const SHOWN_ABOVE = new Set<string>(['name', 'email', 'phone'] satisfies ReferralField[]);
const TOLD = REFERRAL_FIELDS.filter((field) => !SHOWN_ABOVE.has(field));

function factsOf(referral: AdminReferral): (readonly [string, string])[] {
  const { referrerName, referrerEmail, date, createdAt } = referral;
  return [
    ...TOLD.map((field) => [REFERRAL_FIELD_LABELS[field], referral[field] ?? '–'] as const),
    ['Referred By', `${isolate(referrerName)} (${referrerEmail})`],
    ['Agreed to be contacted', permissionWords(referral)],
    ['Added', formatMoment(date)],
    ['Received', formatMoment(createdAt)],
  ];
}
