import { routes } from '@sunloop/shared-types/routes.ts';
import { useState } from 'react';
import { FindDialog } from '../ground/find/find-dialog.tsx';
import { findPlaces, type Place } from '../ground/find/find-places.ts';
import { settingTitle } from '../ground/settings/setting-words.ts';
import { useWhileTyping } from '../../ui/forms/use-while-typing.ts';
import { PANEL_NAMES, PANELS, searchOf } from './admin-panels.ts';
import { findAnybody } from './find-anybody.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

const PLACES = PANEL_NAMES.flatMap((panel) =>
  PANELS[panel].found.map(([title, tab]) => ({
    title,
    search: { ...searchOf(panel), ...(tab === undefined ? {} : { tab }) },
  })),
);

type Props = { onGo: (place: Place) => void; onClose: () => void };

/** Asks the server while the person types; without it, searches what this device keeps. */
export function FindPart({ onGo, onClose }: Props) {
  const db = useUserDb();
  const [typed, type] = useState('');
  const { answer, isBusy, problem } = useWhileTyping(typed, (text, signal) =>
    findAnybody(db, text, signal),
  );
  const settings = useDeskReading(routes.settings);
  const groups = findPlaces(typed, {
    panels: PLACES,
    referrals: answer?.referrals ?? [],
    users: answer?.users ?? [],
    settings:
      settings.kind === 'ready'
        ? settings.data.map((setting) => ({ setting, title: settingTitle(setting.key) }))
        : [],
  });
  return (
    <FindDialog
      typed={typed}
      groups={groups}
      isBusy={isBusy && typed.trim() !== ''}
      note={answer?.isKept ? 'No connection: this searches only what this device keeps.' : problem}
      onType={type}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
