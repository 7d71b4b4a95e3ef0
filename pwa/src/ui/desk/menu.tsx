import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';
import { DeskIcon } from './icon.tsx';
import { Icon, type IconName } from '../icon.tsx';
import '../button.css';
import './menu.css';

/** One action; `danger` for what cannot be undone. */
type DeskAction = {
  id: string;
  label: string;
  icon?: IconName;
  tone?: 'danger';
  isDisabled?: boolean;
  onAction: () => void;
};

type Props = {
  /** Its name for screen readers: 'Actions for Ann Lee'. */
  label: string;
  actions: readonly DeskAction[];
};

/** A menu of a row's actions, behind three dots. */
export function DeskMenu({ label, actions }: Props) {
  return (
    <MenuTrigger>
      <Button className="icon-button desk-menu-button" aria-label={label}>
        <DeskIcon name="dots" />
      </Button>
      {/* Not modal, because to keep the page from scrolling on an iPad React Aria inserts a style element. */}
      <Popover className="desk-menu" placement="bottom end" offset={4} isNonModal>
        <Menu className="desk-menu-list" aria-label={label}>
          {actions.map(({ id, icon, tone, label: name, ...action }) => (
            <MenuItem
              key={id}
              id={id}
              {...action}
              className="desk-menu-item"
              data-tone={tone}
              textValue={name}
            >
              {icon && <Icon name={icon} />}
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
