import { TextArea } from '../../ui/forms/text-area.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import { shareByDevice } from './share-by-device.ts';
import { shareLinks } from './share-links.ts';
import { useMessage } from './use-message.ts';
import './share-menu.css';

type Props = {
  link: string;
  /** As the main action: the message stands beside the button, and not here. */
  isMain?: boolean;
};

/** Ways to share a link. */
export function ShareMenu({ isMain = false, ...of }: Props) {
  const trigger = (
    <Button variant={isMain ? 'primary' : 'quiet'} icon="share">
      {isMain ? 'Share my link' : 'Share'}
    </Button>
  );
  return (
    <Popover label="Share your link" trigger={trigger}>
      {(close) => <ShareWays {...of} isMain={isMain} onChoose={close} />}
    </Popover>
  );
}

/** Only phones send text messages and have WhatsApp's app. */
const isPhone = () => /Android|iPhone/.test(navigator.userAgent);

type WaysProps = Props & { onChoose: () => void };

/** The message and the ways to send it: what phones have, the device's own sheet, and those of SPEC §2. */
export function ShareWays({ link, isMain, onChoose }: WaysProps) {
  const { message, field } = useMessage();
  const { messages, whatsapp, facebook, twitter, email } = shareLinks(link, message);
  const handleSheet = () => {
    void shareByDevice(link, message);
    onChoose();
  };
  return (
    <div className="stack" data-gap="3">
      {!isMain && <TextArea {...field} />}
      <ul className="share-menu">
        {isPhone() && (
          <>
            <ShareEntry icon="message" href={messages} label="Messages" onChoose={onChoose} />
            <ShareEntry icon="whatsapp" href={whatsapp} label="WhatsApp" onChoose={onChoose} />
          </>
        )}
        <ShareEntry icon="facebook" href={facebook} label="Facebook" onChoose={onChoose} />
        <ShareEntry icon="twitter" href={twitter} label="Twitter" onChoose={onChoose} />
        <ShareEntry icon="mail" href={email} label="Email" onChoose={onChoose} />
        {'share' in navigator && (
          <li>
            <button type="button" className="share-entry" onClick={handleSheet}>
              <Icon name="device" />
              More on this device
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

type EntryProps = { icon: IconName; href: string; label: string; onChoose: () => void };

function ShareEntry({ icon, href, label, onChoose }: EntryProps) {
  return (
    <li>
      <a
        className="share-entry"
        href={href}
        // A program opens by itself; a new tab would stay behind empty.
        {...(/^(mailto|sms):/.test(href) ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
        onClick={onChoose}
      >
        <Icon name={icon} />
        {label}
      </a>
    </li>
  );
}
