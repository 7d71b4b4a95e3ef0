import type { CaseMember } from '@sunloop/shared-types/referrals/cases.ts';
import {
  type AdminReferral,
  referralStatusLabel,
} from '@sunloop/shared-types/referrals/referral.ts';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { hrefOfReferral } from '../referral-place.ts';
import { eventsOf } from '../referral-timeline.ts';
import { paidWords } from './case-words.ts';
import './case-table.css';

type Props = {
  /** The first received one first. */
  members: readonly CaseMember[];
  /** The one whose page this is. */
  shownId: string;
  onOpen: (id: string) => void;
};
type ReceiptProps = { renderReceipt: (referral: AdminReferral) => ReactNode };

/** What is compared, with what is shown of each. */
type CaseRow = readonly [label: string, show: (of: CaseMember) => ReactNode];

/** By these a person decides. */
const DECIDING: readonly CaseRow[] = [
  ['Referred by', ({ referral }) => referral.referrerName],
  ['Added', ({ referral }) => formatMoment(referral.date)],
  ['Received', receivedWords],
  ['Email', emailWords],
  ['Phone', ({ referral }) => referral.phone ?? '–'],
];
const PAID: CaseRow = ['Paid', paidWords];
const MORE: readonly CaseRow[] = [
  ['Address', ({ referral }) => referral.address ?? '–'],
  ['Status', ({ referral }) => referralStatusLabel(referral.status)],
  ['History', historyOf],
];

/** In a narrow column it breaks before its sign. */
function emailWords({ referral: { email } }: CaseMember): ReactNode {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** Who was first goes by the earlier time, which a receipt shows. */
function receivedWords({ referral, firstReceivedAt }: CaseMember): ReactNode {
  const received = formatMoment(referral.createdAt);
  if (firstReceivedAt === undefined) return received;
  return `${formatMoment(firstReceivedAt)}, by its receipt; again ${received}, after our server had lost it`;
}

function historyOf({ referral, events, calls }: CaseMember): ReactNode {
  const label = `What happened to the one by ${referral.referrerName}`;
  return <Timeline label={label} events={eventsOf(referral, events, calls)} />;
}

/** All referrals of a case side by side: who was first, and what each is paid once that is decided. */
export function CaseTable(props: Props) {
  const isDecided = props.members.some((member) => member.isDecided);
  return (
    <Compared {...props} label="Side by side" rows={isDecided ? [...DECIDING, PAID] : DECIDING} />
  );
}

/** What became of each, and their receipts; opened by whoever is in doubt. */
export function CaseMore({ renderReceipt, ...props }: Props & ReceiptProps) {
  const rows = [...MORE, ['Receipt', ({ referral }) => renderReceipt(referral)] satisfies CaseRow];
  return (
    <details className="case-more">
      <summary>History and receipts</summary>
      <Compared {...props} label="History and receipts" rows={rows} />
    </details>
  );
}

function Compared({
  members,
  shownId,
  onOpen,
  label,
  rows,
}: Props & { label: string; rows: readonly CaseRow[] }) {
  const first = members[0]?.referral.id;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="case" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td>Compared</td>
            {members.map(({ referral: { id, name } }) => (
              <th key={id} scope="col">
                {id === shownId ? name : <OtherLink id={id} name={name} onOpen={onOpen} />}
                {id === first && <Badge tone="good">First</Badge>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, show]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {members.map((member) => (
                <td key={member.referral.id}>{show(member)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LinkProps = { id: string; name: string; onOpen: (id: string) => void };

function OtherLink({ id, name, onOpen }: LinkProps) {
  return (
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
  );
}
