import {
  type CallList,
  callRoutes,
  type DueCall,
  LEAD_OWNERS,
} from '@sunloop/shared-types/referrals/call-list.ts';
import type { CallAct } from '@sunloop/shared-types/referrals/calls.ts';
import { useEffect, useState } from 'react';
import { CallsCard } from '../referrals/calls/calls-card.tsx';
import { besideIn, type DueRows, dueRowsOf } from '../referrals/calls/due-rows.ts';
import { readWaitingActs, type WaitingActs } from '@sunloop/engine/acts.ts';
import type { ReadingOf } from '../../ui/reading.tsx';
import type { PanelProps } from './admin-panels.ts';
import { OpenCall } from './open-call.tsx';
import { useDeskReading } from './use-desk-reading.ts';
import { useOfficeDay } from '../../stored/use-clock.ts';
import { useStored } from '../../stored/use-stored.ts';

const NONE: WaitingActs = new Map();

/** Calls of the console: whom to call today, one person at a time. Who it is and whose leads are in the URL. */
export function CallsPanel({ user, search, onSearch }: PanelProps) {
  const owner = LEAD_OWNERS.find((one) => one === search.owner);
  const list = useDeskReading(callRoutes.callList, { query: owner ? { owner } : {} });
  const waiting = useStored(readWaitingActs) ?? NONE;
  const [noted, setNoted] = useState<ReadonlyMap<string, string>>(new Map());
  const [isFollowing, setFollowing] = useState(false);
  const today = useOfficeDay(user.timeZone);
  const due = dueOf(list, { waiting, noted, today });
  const rows = due.kind === 'ready' ? due.data.rows : [];
  const { id } = search;
  const first = rows[0]?.referral.id;
  // Whoever is being called stays, whatever the list becomes meanwhile.
  useEffect(() => {
    if (id === undefined && first !== undefined) onSearch({ id: first }, { replace: true });
  }, [id, first, onSearch]);
  const show = (next: string | undefined) => {
    setFollowing(true);
    onSearch({ id: next }, { replace: true });
  };
  const beside = besideIn(rows, id);
  const note = ({ id: of, key }: CallAct) => setNoted((map) => new Map(map).set(of, key));
  const takeBack = ({ id: of }: CallAct) =>
    setNoted((map) => new Map([...map].filter(([one]) => one !== of)));
  return (
    <CallsCard
      due={due}
      filter={owner ?? 'all'}
      onFilter={(filter) => {
        setFollowing(false);
        onSearch({ owner: filter === 'all' ? undefined : filter, id: undefined });
      }}
      isFollowing={isFollowing}
    >
      {id !== undefined && (
        <OpenCall
          key={id}
          me={user.id}
          timeZone={user.timeZone}
          id={id}
          row={rowOf(rows, id)}
          beside={beside}
          isFollowing={isFollowing}
          onShow={show}
          onNoted={(call) => {
            note(call);
            show(beside.next ?? rows.find(({ referral }) => referral.id !== id)?.referral.id);
          }}
          onTakenBack={(call) => {
            takeBack(call);
            show(call.id);
          }}
        />
      )}
    </CallsCard>
  );
}

const rowOf = (rows: readonly DueCall[], id: string) =>
  rows.find(({ referral }) => referral.id === id);

interface Beside {
  waiting: WaitingActs;
  noted: ReadonlyMap<string, string>;
  today: string;
}

function dueOf(list: ReadingOf<CallList>, beside: Beside): ReadingOf<DueRows> {
  if (list.kind !== 'ready') return list;
  return { ...list, data: dueRowsOf(list.data, beside) };
}
