import { useSyncExternalStore } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/forms/segmented.tsx';
import { readTheme, subscribeTheme, writeTheme, type Theme } from './theme-choice.ts';

const CHOICES: readonly { id: Theme; label: string; icon: IconName }[] = [
  { id: 'light', label: 'Light', icon: 'sun' },
  { id: 'dark', label: 'Dark', icon: 'moon' },
  { id: 'system', label: 'System', icon: 'screen' },
];

/** Light, dark, or as the device is set. */
export function ThemeSwitcher() {
  const theme = useSyncExternalStore(subscribeTheme, readTheme);
  return (
    <Segmented
      label="Theme"
      selected={theme}
      onSelect={writeTheme}
      options={CHOICES.map(({ id, label, icon }) => ({
        id,
        label,
        content: <Icon name={icon} />,
      }))}
    />
  );
}
