import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import './search-field.css';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** Filters a list while typing; Escape clears it. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <div className="search-field" role="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value !== '' && (
        <IconButton icon="close" aria-label="Clear search" onPress={() => onChange('')} />
      )}
    </div>
  );
}
