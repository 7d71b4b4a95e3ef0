import { adminTakenRoutes } from '@sunloop/shared-types/referrals/admin-on-behalf.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import type { DuplicateDecision } from '@sunloop/shared-types/referrals/cases.ts';
import { DoNotContactPart } from '../referrals/do-not-contact/do-not-contact.tsx';
import type { DeskRow } from '../referrals/desk-row.ts';
import { DetailSteps } from '../referrals/detail-steps.tsx';
import { Receipt, ReceiptPart } from '../../referrals/receipts/receipt-part.tsx';
import { ReferralDetails } from '../referrals/referral-details.tsx';
import type { Beside } from '../referrals/referral-list.ts';
import type { WaitingAct } from '@sunloop/engine/acts.ts';
import { DeskSide } from '../../ui/desk/side.tsx';
import { askPay } from './completion.ts';
import { saveAct } from './save-act.ts';
import { useDialed } from '../../routes/use-dialed.ts';
import { useDeskAct } from './use-desk-act.ts';
import { useMarkActs } from './use-mark-acts.ts';
import { useKnownReferral } from './use-known-referral.ts';
import { useUserDb } from '../../stored/user-db.ts';

/** What a decision did, as the toast says it. */
const decidedWords = ({ people, paid = [] }: DuplicateDecision) => ({
  title: 'Decided',
  description:
    people === 'different'
      ? 'They count as different people, and each may be completed.'
      : paid.length === 1
        ? 'Only one of them is paid. The others see that it is so.'
        : paid.length === 0
          ? 'Nothing is paid for it.'
          : 'The reward is split, and each of them sees it.',
});

const KEPT = { title: 'Decided', description: 'It stays with its referrer and may be completed.' };

type Props = {
  id: string;
  /** The row of the list, if it has one. */
  row: DeskRow | undefined;
  /** What waits to be sent for it. */
  act: WaitingAct | undefined;
  beside: Beside | undefined;
  onStep: (id: string) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One referral beside or over the list, with steps to its neighbors. */
export function OpenReferral({ id, row: listed, act: waiting, beside, ...on }: Props) {
  const db = useUserDb();
  const { row, reading } = useKnownReferral({ id, row: listed, act: waiting });
  const dial = useDialed(row?.referral.phone);
  const act = useDeskAct();
  const decide = (of: string, decision: DuplicateDecision) =>
    act({ failed: 'Update Failed', done: decidedWords(decision) }, (write) =>
      write(adminReferralRoutes.decideDuplicates, { params: { id: of }, body: decision }),
    );
  const keep = (of: string) =>
    act({ failed: 'Update Failed', done: KEPT }, (write) =>
      write(adminTakenRoutes.keepTaken, { params: { id: of } }),
    );
  const marks = useMarkActs();
  const name = row?.referral.name ?? 'Referral';
  return (
    <DeskSide title={name} onClose={on.onClose}>
      <DetailSteps name={name} beside={beside} onStep={on.onStep} />
      <ReferralDetails
        key={id}
        row={row}
        dial={dial}
        reading={reading}
        onAct={(one, referral, pays) => saveAct(db, { act: one, referral, pays })}
        onAskPay={askPay}
        onDecide={decide}
        onKeep={keep}
        contact={
          <DoNotContactPart
            name={name}
            mark={reading.kind === 'ready' ? reading.data.doNotContact : undefined}
            onMark={(reason) => marks.mark('referral', id, reason)}
            onLift={marks.lift}
            onForget={() => marks.forget('referral', id)}
          />
        }
        renderReceipt={(referral, place) => {
          const Part = place === 'alone' ? ReceiptPart : Receipt;
          return <Part key={referral.id} row={referral} place="desk" />;
        }}
        onOpen={on.onOpen}
        onClose={on.onClose}
      />
    </DeskSide>
  );
}
