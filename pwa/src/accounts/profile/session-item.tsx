import type { UserSession } from '@sunloop/shared-types/accounts/session.ts';
import { formatDay, formatMoment } from '../../lib/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

type Props = { session: UserSession; isBusy: boolean; onEnd: () => void };

/** One device, when it signed in and was last used; this device signs out with the page's own button. */
export function SessionItem({ session, isBusy, onEnd }: Props) {
  const { device, startedAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="session-item">
      <Icon name="device" />
      <div className="session-words">
        <strong>{device === 'Unknown' ? 'Unknown device' : device}</strong>
        {lastUsedAt && <small>Last used {formatMoment(lastUsedAt)}</small>}
        {startedAt && <small>Signed in {formatDay(startedAt)}</small>}
      </div>
      {isCurrent ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          isDisabled={isBusy}
          aria-label={`Log out ${device}`}
          onPress={onEnd}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
