import { PRODUCT } from '../../lib/company.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { shareLinks } from './share-links.ts';
import './share-menu.css';

/** Where a link can be shared to; the device's own sheet only where it has one. */
export function ShareMenu({ link }: { link: string }) {
  const { facebook, twitter, email } = shareLinks(link);
  const trigger = (
    <Button variant="quiet" icon="share">
      Share
    </Button>
  );
  return (
    <Popover label="Share your link" trigger={trigger}>
      {(close) => (
        <ul className="share-menu">
          <ShareEntry icon="facebook" href={facebook} label="Facebook" onChoose={close} />
          <ShareEntry icon="twitter" href={twitter} label="Twitter" onChoose={close} />
          <ShareEntry icon="mail" href={email} label="Email" onChoose={close} />
          {'share' in navigator && (
            <li>
              <button
                type="button"
                className="share-entry"
                onClick={() => {
                  void shareByDevice(link);
                  close();
                }}
              >
                <Icon name="device" />
                More on this device
              </button>
            </li>
          )}
        </ul>
      )}
    </Popover>
  );
}

type EntryProps = { icon: IconName; href: string; label: string; onChoose: () => void };

function ShareEntry({ icon, href, label, onChoose }: EntryProps) {
  return (
    <li>
      <a
        className="share-entry"
        href={href}
        // A mail program opens by itself; a tab of its own would stay behind empty.
        {...(href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
        onClick={onChoose}
      >
        <Icon name={icon} />
        {label}
      </a>
    </li>
  );
}

/** A sheet closed without a choice is no failure; a browser that refuses leaves the other ways. */
async function shareByDevice(url: string): Promise<void> {
  try {
    await navigator.share({
      title: `Check out ${PRODUCT}`,
      text: `Join ${PRODUCT} and get solar power for your home!`,
      url,
    });
  } catch (error) {
    const wasClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!wasClosed) console.warn('The device did not share the link:', error);
  }
}
