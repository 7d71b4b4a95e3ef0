import { Badge } from './badge.tsx';

/** That something is only on this device: it waits, or was refused. */
export function UnsentBadge({ kind }: { kind: 'waiting' | 'rejected' }) {
  return kind === 'waiting' ? (
    <Badge tone="wait" icon="clock">
      Waiting to send
    </Badge>
  ) : (
    <Badge tone="bad" icon="alert">
      Needs a fix
    </Badge>
  );
}
