import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Input, SearchField } from 'react-aria-components/SearchField';
import {
  Collection,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
} from 'react-aria-components/ListBox';
import type { KeyboardEvent } from 'react';
import { DeskDialog } from '../../../ui/desk/dialog.tsx';
import type { Place, PlaceGroup } from './find-places.ts';
import './find-dialog.css';

type Props = {
  typed: string;
  onType: (text: string) => void;
  groups: readonly PlaceGroup[];
  isBusy: boolean;
  /** What has to be said about what was found. */
  note: string | undefined;
  onGo: (place: Place) => void;
  onClose: () => void;
};

/**
 * Finds anything in the console: type, choose with the arrow keys, open with Enter, which opens the first place if none
 * was chosen. React Aria's own choice of the first tells the keys of it half a second later: an arrow pressed in between
 * marks one place, and Enter opens another.
 */
export function FindDialog({ typed, groups, isBusy, note, onType, onGo, onClose }: Props) {
  const go = (id: string | number) => {
    const place = groups.flatMap(({ places }) => places).find((one) => one.id === id);
    if (place) onGo(place);
  };
  const openFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const first = groups[0]?.places[0];
    const isChosen = event.currentTarget.hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isChosen || !first) return;
    event.preventDefault();
    onGo(first);
  };
  return (
    <DeskDialog title="Find anything" onClose={onClose}>
      <div className="find">
        <Autocomplete inputValue={typed} onInputChange={onType} disableAutoFocusFirst>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type in it */}
          <SearchField aria-label="People, referrals, panels and settings" autoFocus>
            <Input
              className="find-input"
              placeholder="People, referrals, panels, settings"
              onKeyDown={openFirst}
            />
          </SearchField>
          <p className="muted" role="status">
            {note}
          </p>
          <ListBox
            aria-label="Found"
            className="find-list"
            items={groups}
            onAction={go}
            aria-busy={isBusy}
            renderEmptyState={() => (
              <p className="muted">{isBusy ? 'Searching…' : 'Nothing was found.'}</p>
            )}
          >
            {(group) => (
              <ListBoxSection id={group.title} className="find-group">
                <Header>{group.title}</Header>
                <Collection items={group.places}>
                  {({ title, note }) => (
                    <ListBoxItem textValue={title} className="find-place">
                      <strong>{title}</strong>
                      {note && <span>{note}</span>}
                    </ListBoxItem>
                  )}
                </Collection>
              </ListBoxSection>
            )}
          </ListBox>
        </Autocomplete>
      </div>
    </DeskDialog>
  );
}
