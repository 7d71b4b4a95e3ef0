import type { Setting } from '@sunloop/shared-types';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { SettingItem } from './setting-item.tsx';
import { groupSettings } from './setting-words.ts';
import './settings-list.css';

type Props = {
  settings: readonly Setting[];
  /** The name of a user by their id, where it is known. */
  nameOf: (userId: string) => string | undefined;
  onChange: (key: string, value: string) => Promise<SaveOutcome>;
};

/** Every setting under its category; one is edited at a time, in its place. */
export function SettingsList({ settings, nameOf, onChange }: Props) {
  const [edited, setEdited] = useState<string | null>(null);
  const editingOf = (key: string) => {
    if (edited === null) return 'none';
    return edited === key ? 'this' : 'other';
  };
  if (settings.length === 0) return <EmptyState icon="file" title="There are no settings." />;
  return groupSettings(settings).map(({ category, title, items }) => (
    <Card key={category} title={title}>
      <ul className="settings">
        {items.map((setting) => (
          <SettingItem
            key={setting.key}
            setting={setting}
            editor={setting.updatedBy === null ? undefined : nameOf(setting.updatedBy)}
            editing={editingOf(setting.key)}
            onEdit={() => setEdited(setting.key)}
            onChange={(value) => onChange(setting.key, value)}
            onClose={() => setEdited(null)}
          />
        ))}
      </ul>
    </Card>
  ));
}
