import {
  type AdminReferral,
  type AdminReferralDetail,
  REFERRAL_FIELD_LABELS,
  REFERRAL_FIELDS,
  referralStatusLabel,
  writeMoney,
} from '@sunloop/shared-types';
import { formatMoment } from '../../lib/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import type { KnownReferral } from './desk-messages.ts';
import { type DeskRow, isLate } from './desk-view.ts';
import type { AskPay } from './completion-pay.tsx';
import { ReferralActions, type OnAct } from './referral-actions.tsx';
import { hrefOfReferral } from './referral-place.ts';
import { eventsOf } from './referral-timeline.ts';
import { toneOf } from '../../ui/status-tone.ts';
import './referral-details.css';
import { isolate } from '../../lib/isolate.ts';

type Props = {
  /** What this device has of it, with a waiting change; undefined if it has nothing. */
  known: KnownReferral | undefined;
  reading: ReadingOf<AdminReferralDetail>;
  onAct: OnAct;
  onAskPay: AskPay;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** A referral with everything known about it; without signal, with what the device has. */
export function ReferralDetails({ known, reading, onAct, onAskPay, onOpen, onClose }: Props) {
  const told = reading.kind === 'ready' ? reading.data : undefined;
  const referral = known?.row.referral ?? told?.referral;
  if (!referral) {
    if (reading.kind === 'loading')
      return (
        <Reading of={reading} what="The referral">
          {nothing}
        </Reading>
      );
    return <EmptyState icon="search" title="This referral no longer exists." />;
  }
  const twins = unite(told?.duplicates ?? [], known?.twins ?? []);
  return (
    <>
      <Standing referral={referral} row={known?.row} isTwin={twins.length > 0} />
      <ReferralActions referral={referral} onAct={onAct} onAskPay={onAskPay} onDeleted={onClose} />
      <Facts facts={factsOf(referral)} />
      {twins.length > 0 && <Twins twins={twins} onOpen={onOpen} />}
      <History referral={referral} reading={reading} />
    </>
  );
}
const nothing = () => null;

type StandingProps = { referral: AdminReferral; row: DeskRow | undefined; isTwin: boolean };

function Standing({ referral, row, isTwin }: StandingProps) {
  return (
    <div className="row">
      <Badge tone={toneOf(referral.status)}>{referralStatusLabel(referral.status)}</Badge>
      <strong className="desk-reward" data-muted={referral.status !== 'completed'}>
        {writeMoney(referral.reward)}
      </strong>
      {row?.isWaiting && (
        <Badge tone="wait" icon="sync">
          Change waiting to be sent
        </Badge>
      )}
      {isLate(referral) && (
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

type HistoryProps = { referral: AdminReferral; reading: ReadingOf<AdminReferralDetail> };

function History({ referral, reading }: HistoryProps) {
  const events = reading.kind === 'ready' ? reading.data.events : [];
  return (
    <section className="stack" aria-label="History">
      <h3>History</h3>
      <Timeline label="History" events={eventsOf(referral, events)} />
      <Reading of={reading} what="What admins did" lines={2}>
        {nothing}
      </Reading>
    </section>
  );
}

/** The name is left out, because it is the title. */
const TOLD = REFERRAL_FIELDS.filter((field) => field !== 'name');

function factsOf(referral: AdminReferral): (readonly [string, string])[] {
  const { referrerName, referrerEmail, date, createdAt } = referral;
  return [
    ...TOLD.map((field) => [REFERRAL_FIELD_LABELS[field], referral[field] ?? '–'] as const),
    ['Referred By', `${isolate(referrerName)} (${referrerEmail})`],
    ['Taken on the device', formatMoment(Date.parse(date))],
    ['Reached the server', formatMoment(Date.parse(createdAt))],
  ];
}

/** What the server found comes first; the device may know of others. */
function unite(a: readonly AdminReferral[], b: readonly AdminReferral[]): AdminReferral[] {
  return [...new Map([...b, ...a].map((row) => [row.id, row])).values()];
}

type TwinsProps = { twins: readonly AdminReferral[]; onOpen: (id: string) => void };

function Twins({ twins, onOpen }: TwinsProps) {
  return (
    <section className="stack" aria-label="Possible duplicates">
      <h3>Same email or phone at another referrer</h3>
      <ul className="desk-twins">
        {twins.map(({ id, name, referrerName, status, createdAt }) => (
          <li key={id}>
            <a
              href={hrefOfReferral(id)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                onOpen(id);
              }}
            >
              {name}
            </a>
            <span className="muted">
              {`by ${isolate(referrerName)}, ${referralStatusLabel(status)}, ${formatMoment(Date.parse(createdAt))}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
