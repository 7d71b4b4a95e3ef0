import type { DueCall } from '@sunloop/shared-types/referrals/call-list.ts';
import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { permissionWords } from '../../../lib/permission-words.ts';
import { formatSpan } from '../../../lib/format-age.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { toneOf } from '../../../ui/status-tone.ts';
import { Timeline, type TimelineEvent } from '../../../ui/timeline.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { dueWords, leadWords } from './call-words.ts';
import type { BesideCall } from './due-rows.ts';
import { NO_MARK } from '../../../ui/desk/no-mark.ts';
import { mailTo } from '../../../lib/mail-address.ts';
import { StepButton } from '../../../ui/desk/step-button.tsx';

type Props = {
  row: DueCall;
  /** The admin who calls. */
  me: string;
  /** Here, such as `2026-11-27`. */
  today: string;
  now: number;
  /** What happened to the person so far, oldest first. */
  events: readonly TimelineEvent[];
  /** Whether the focus goes to the name, because somebody else stood here before. */
  isFollowing: boolean;
  onOwner: (owner: 'me' | null) => Promise<SaveOutcome>;
  /** Whether the person may be contacted. */
  contact: ReactNode;
  children: ReactNode;
};

/** Somebody to be called: `children` call them and note the call; then who they are and what happened so far. */
export function CallPerson({ row, me, today, now, events, isFollowing, ...props }: Props) {
  const { contact, onOwner, children } = props;
  const { referral, lead } = row;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFollowing) heading.current?.focus();
  }, [isFollowing]);
  const due = dueWords(lead, today);
  return (
    <article className="call-person" aria-label={referral.name}>
      <header className="call-person-head">
        <h3 tabIndex={-1} ref={heading}>
          {referral.name}
        </h3>
        <Badge tone={toneOf(referral.status)}>{referralStatusLabel(referral.status)}</Badge>
        {due && <Badge tone={due.tone}>{due.text}</Badge>}
      </header>
      {children}
      {referral.email !== '' && contact}
      <dl className="facts">
        {referral.email !== '' && (
          <div>
            <dt>{REFERRAL_FIELD_LABELS.email}</dt>
            <dd>
              <a href={mailTo(referral.email)} aria-label={`Write to ${referral.name}`}>
                {referral.email}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>Referred by</dt>
          <dd>
            <ReferrerLink row={row} />
          </dd>
        </div>
        <div>
          <dt>{REFERRAL_FIELD_LABELS.address}</dt>
          <dd>{referral.address ?? '–'}</dd>
        </div>
        <div>
          <dt>Agreed to be contacted</dt>
          <dd>{permissionWords(referral)}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{formatSpan(now - Date.parse(referral.createdAt))} ago</dd>
        </div>
        <div>
          <dt>Looked after by</dt>
          <dd className="call-lead">
            {leadWords(lead, me)}
            <OwnerButton row={row} me={me} onOwner={onOwner} />
          </dd>
        </div>
      </dl>
      <section className="call-history stack" data-gap="3" aria-label="History">
        <h4>History</h4>
        <Timeline label="History" events={events} />
      </section>
    </article>
  );
}

function ReferrerLink({ row: { referral } }: { row: DueCall }) {
  const search = { panel: 'users', user: referral.userId };
  return (
    <Link to="/admin" search={search} activeProps={NO_MARK}>
      {referral.referrerName}
    </Link>
  );
}

function OwnerButton({
  row: { referral, lead },
  me,
  onOwner,
}: Pick<Props, 'row' | 'me' | 'onOwner'>) {
  const isMine = lead.ownerId === me;
  const label = isMine ? 'Give back' : 'Take';
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={`${label} ${referral.name}`}
      onPress={() => void onOwner(isMine ? null : 'me')}
    >
      {label}
    </Button>
  );
}

type StepProps = { beside: BesideCall; onShow: (id: string | undefined) => void };

/** Steps to the people before and after. Not disabled at the ends, because a focused button must keep the focus. */
export function CallSteps({ beside: { place, total, previous, next }, onShow }: StepProps) {
  return (
    <div className="call-steps">
      <StepButton
        label="Previous"
        letter="K"
        isAtEnd={previous === undefined}
        onPress={() => onShow(previous)}
      />
      <StepButton
        label="Skip"
        letter="J"
        isAtEnd={next === undefined}
        onPress={() => onShow(next)}
      />
      <p className="muted">
        {place === undefined
          ? 'Not in the list'
          : `${formatNumber(place)} of ${formatNumber(total)}`}
      </p>
    </div>
  );
}

/** Somebody whom neither this device nor the server has. */
export function CallGone({ onNext }: { onNext: () => void }) {
  return (
    <EmptyState icon="search" title="This referral no longer exists, or is not on this device.">
      <Button variant="quiet" size="sm" onPress={onNext}>
        Next person
      </Button>
    </EmptyState>
  );
}
