import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import { shareByDevice } from './share-by-device.ts';
import { shareLinks } from './share-links.ts';
import './share-menu.css';

type Props = {
  link: string;
  /** As the main action: the device's own sheet opens at once, over the other ways. */
  isMain?: boolean;
};

/** Ways to share a link; the device's own sheet comes first if it has one. */
export function ShareMenu({ link, isMain = false }: Props) {
  const trigger = (
    <Button variant={isMain ? 'primary' : 'quiet'} icon="share">
      {isMain ? 'Share my link' : 'Share'}
    </Button>
  );
  return (
    <Popover label="Share your link" trigger={trigger}>
      {(close) => <ShareWays link={link} isMain={isMain} onChoose={close} />}
    </Popover>
  );
}

type WaysProps = Required<Props> & { onChoose: () => void };

/** The ways of SPEC §2, and the device's own sheet. */
export function ShareWays({ link, isMain, onChoose }: WaysProps) {
  const { facebook, twitter, email } = shareLinks(link);
  const canShare = 'share' in navigator;
  useEffect(() => {
    if (isMain && canShare) void shareByDevice(link);
  }, [isMain, canShare, link]);
  return (
    <ul className="share-menu">
      {canShare && (
        <li>
          <button
            type="button"
            className="share-entry"
            onClick={() => {
              void shareByDevice(link);
              onChoose();
            }}
          >
            <Icon name="device" />
            More on this device
          </button>
        </li>
      )}
      <ShareEntry icon="facebook" href={facebook} label="Facebook" onChoose={onChoose} />
      <ShareEntry icon="twitter" href={twitter} label="Twitter" onChoose={onChoose} />
      <ShareEntry icon="mail" href={email} label="Email" onChoose={onChoose} />
    </ul>
  );
}

type EntryProps = { icon: IconName; href: string; label: string; onChoose: () => void };

function ShareEntry({ icon, href, label, onChoose }: EntryProps) {
  return (
    <li>
      <a
        className="share-entry"
        href={href}
        // A mail program opens by itself; a new tab would stay behind empty.
        {...(href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
        onClick={onChoose}
      >
        <Icon name={icon} />
        {label}
      </a>
    </li>
  );
}
