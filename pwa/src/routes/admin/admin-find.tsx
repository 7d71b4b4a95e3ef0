import { routes, type User } from '@sunloop/shared-types';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { FindDialog } from '../../features/admin-find/find-dialog.tsx';
import { FOUND_MAX, findPlaces, type Place } from '../../features/admin-find/find-places.ts';
import type { WaitingActs } from '../../features/admin-referrals/referral-table.ts';
import { useDeskAnswer } from '../../features/admin-referrals/use-desk-answer.ts';
import { useDesk } from '../../features/admin-referrals/use-desk-list.ts';
import { settingTitle } from '../../features/admin-settings/setting-words.ts';
import { readWaitingActs } from '../../sync/acts.ts';
import { PANEL_NAMES, PANELS, searchOf } from './admin-panels.ts';
import { useDeskReading } from './use-desk-reading.ts';

const NONE: WaitingActs = new Map();
const PLACES = PANEL_NAMES.flatMap((panel) =>
  PANELS[panel].found.map(([title, tab]) => ({
    title,
    search: { ...searchOf(panel), ...(tab === undefined ? {} : { tab }) },
  })),
);

type Props = { db: UserDb; user: User; onGo: (place: Place) => void; onClose: () => void };

/** Searches what this device holds, so it works without signal, too. */
export function FindPart({ db, user, onGo, onClose }: Props) {
  const [typed, type] = useState('');
  const waiting = useLiveQuery(() => readWaitingActs(db), [db]) ?? NONE;
  const client = useDesk(user.id, waiting);
  const referrals = useDeskAnswer(client, { kind: 'find', q: typed, max: FOUND_MAX }) ?? [];
  const users = useDeskReading(db, routes.users);
  const settings = useDeskReading(db, routes.settings);
  const groups = findPlaces(typed, {
    panels: PLACES,
    referrals,
    users: users.kind === 'ready' ? users.data : [],
    settings:
      settings.kind === 'ready'
        ? settings.data.map((setting) => ({ setting, title: settingTitle(setting.key) }))
        : [],
  });
  return <FindDialog {...{ typed, groups, onGo, onClose }} onType={type} />;
}
