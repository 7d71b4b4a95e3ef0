import type { AdminReferralDetail } from '@sunloop/shared-types/referrals/admin-referral-detail.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { callRoutes, type DueCall } from '@sunloop/shared-types/referrals/call-list.ts';
import type { CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import { useMemo, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { draftStore } from '@sunloop/engine/data/drafts.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { CallForm, type Ended } from '../referrals/calls/call-form.tsx';
import { CallGone, CallPerson, CallSteps } from '../referrals/calls/call-person.tsx';
import { notedWords } from '../referrals/calls/call-words.ts';
import { officeDay, officeTime } from '@sunloop/shared-types/ground/time-zone.ts';
import type { BesideCall } from '../referrals/calls/due-rows.ts';
import { DoNotContactPart } from '../referrals/do-not-contact/do-not-contact.tsx';
import { eventsOf } from '../referrals/referral-timeline.ts';
import { enqueueActs } from '@sunloop/engine/acts.ts';
import { removeUnsent } from '@sunloop/engine/waiting.ts';
import { CallLink } from '../../ui/desk/reach.tsx';
import { showToast } from '../../ui/layers/notices.ts';
import { Skeleton } from '../../ui/reading.tsx';
import { attempt } from '../../routes/attempt.ts';
import { useDialed } from '../../routes/use-dialed.ts';
import { useDeskAct } from './use-desk-act.ts';
import { useMarkActs } from './use-mark-acts.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

type Props = {
  /** The admin who calls. */
  me: string;
  timeZone: string | undefined;
  id: string;
  /** As the list has them, if they are due. */
  row: DueCall | undefined;
  beside: BesideCall;
  isFollowing: boolean;
  onShow: (id: string | undefined) => void;
  onNoted: (call: CallAct) => void;
  onTakenBack: (call: CallAct) => void;
};

/** The one person who is called now, due or not, with a form that notes how the call ended. */
export function OpenCall({ me, timeZone, id, row: listed, beside, isFollowing, ...on }: Props) {
  const db = useUserDb();
  const reading = useDeskReading(adminReferralRoutes.adminReferral, { params: { id } });
  const detail = reading.kind === 'ready' ? reading.data : undefined;
  const act = useDeskAct();
  const marks = useMarkActs();
  const draft = useMemo(() => draftStore(db, `call-${id}`), [db, id]);
  const part = useRef<HTMLDivElement>(null);
  const [now] = useState(Date.now);
  const today = officeDay(now, timeZone);
  const row = listed ?? (detail && rowOf(detail));
  const dial = useDialed(row?.referral.phone);
  if (!row) {
    if (reading.kind === 'loading') return <Skeleton lines={6} label="The person: loading" />;
    return <CallGone onNext={() => on.onShow(undefined)} />;
  }
  const { referral } = row;
  const step = (to: string | undefined) => to !== undefined && on.onShow(to);
  const forget = async () => {
    const outcome = await marks.forget('referral', id);
    if (outcome.isSaved) on.onShow(undefined);
    return outcome;
  };
  const handleEnded = async (ended: Ended) => {
    const calledAt = officeTime(Date.now(), timeZone);
    const call: CallAct = { act: 'call', id, key: uuidv7(), calledAt, ...ended };
    const { isSaved } = await attempt({ failed: 'Update Failed' }, () =>
      enqueueActs(db, [call], [referral]),
    );
    if (!isSaved) return false;
    const undo = () => void takeBack(db, call).then(on.onTakenBack);
    const action = { label: 'Undo', onPress: undo };
    showToast({ ...notedWords(call, referral.name), action });
    on.onNoted(call);
    return true;
  };
  return (
    <div className="stack" ref={part}>
      <CallSteps beside={beside} onShow={step} />
      <CallPerson
        row={row}
        me={me}
        today={today}
        now={now}
        events={eventsOf(referral, detail?.events ?? [], detail?.calls ?? row.calls)}
        isFollowing={isFollowing}
        contact={
          <DoNotContactPart
            key={id}
            name={referral.name}
            mark={detail?.doNotContact}
            onMark={(reason) => marks.mark('referral', id, reason)}
            onLift={marks.lift}
            onForget={forget}
          />
        }
        onOwner={(owner) =>
          act({ failed: 'Update Failed' }, (write) =>
            write(callRoutes.changeLead, { params: { id }, body: { owner } }),
          )
        }
      >
        <CallForm
          call={referral.email !== '' && <CallLink {...referral} dial={dial} isMain />}
          draft={draft}
          today={today}
          part={part}
          onEnded={handleEnded}
          onNext={() => step(beside.next)}
          onPrevious={() => step(beside.previous)}
        />
      </CallPerson>
    </div>
  );
}

/** Somebody who is not in the list; answers of older versions tell neither a lead nor calls. */
function rowOf({ referral, lead, calls }: AdminReferralDetail): DueCall {
  return {
    referral,
    lead: lead ?? { ownerId: null, ownerName: null, dueOn: null },
    calls: calls ?? [],
  };
}

/** Takes a call back that still waits; one that was sent stays, and another one corrects it. Its note is typed again already. */
async function takeBack(db: UserDb, call: CallAct): Promise<CallAct> {
  const done = await attempt({ failed: 'Update Failed' }, () => removeUnsent(db, call.key));
  if (done.isSaved && done.answer) {
    const { note, isShared } = call;
    await draftStore(db, `call-${call.id}`).save({ note, isShared: String(isShared) });
  } else if (done.isSaved) {
    const description = 'Note how the call really ended: the last one counts.';
    showToast({ title: 'Already sent', description });
  }
  return call;
}
