import type { Setting } from '@sunloop/shared-types/ground/admin.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fold } from '../../../ui/fold.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { SettingItem } from './setting-item.tsx';
import { groupSettings } from './setting-words.ts';
import './settings-list.css';

type Props = {
  settings: readonly Setting[];
  onChange: (key: string, value: string) => Promise<SaveOutcome>;
  /** The key of a setting somebody searched for; reported back once they leave it. */
  sought: string | undefined;
  onFound: () => void;
};

/** Every setting under its category, of which the first stands open; one at a time is edited, in place. */
export function SettingsList({ settings, onChange, sought, onFound }: Props) {
  const list = useRevealed(sought, onFound);
  const [edited, setEdited] = useState<string | null>(null);
  const editingOf = (key: string) => {
    if (edited === null) return 'none';
    return edited === key ? 'this' : 'other';
  };
  if (settings.length === 0) return <EmptyState icon="file" title="There are no settings." />;
  return (
    <div ref={list} className="stack">
      {groupSettings(settings).map(({ category, title, items }, at) => (
        <section key={category} aria-label={title}>
          <Fold
            title={title}
            text={items.length === 1 ? '1 setting' : `${items.length} settings`}
            isOpen={at === 0}
          >
            <ul className="settings">
              {items.map((setting) => (
                <SettingItem
                  key={setting.key}
                  setting={setting}
                  editing={editingOf(setting.key)}
                  onEdit={() => setEdited(setting.key)}
                  onChange={(value) => onChange(setting.key, value)}
                  onClose={() => setEdited(null)}
                />
              ))}
            </ul>
          </Fold>
        </section>
      ))}
    </div>
  );
}

/**
 * Opens the group of the setting that was searched for, scrolls to it and focuses it. Reported back only when the person leaves it, because
 * the router scrolls to the top if two changes of the place follow each other at once.
 */
function useRevealed(sought: string | undefined, onFound: () => void) {
  const list = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onFound);
  useEffect(() => {
    if (sought === undefined) return;
    const item = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(sought)}"]`);
    const group = item?.closest('details');
    if (group) group.open = true;
    item?.scrollIntoView({ block: 'center' });
    item?.focus({ preventScroll: true });
    item?.addEventListener('blur', () => tell(), { once: true });
  }, [sought]);
  return list;
}
