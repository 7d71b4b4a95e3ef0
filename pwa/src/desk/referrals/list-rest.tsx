import { formatNumber } from '../../lib/format-number.ts';
import { Button } from '../../ui/button.tsx';
import type { ReferralList } from './referral-list.ts';

/** What comes after the last row that was read. */
export function ListRest({ list }: { list: ReferralList }) {
  const { rest, length, retry } = list;
  if (rest === 'none') return null;
  return (
    <div className="row desk-rest">
      <p className="muted">{textOf(rest, formatNumber(length))}</p>
      {rest === 'error' && (
        <Button variant="quiet" size="sm" icon="sync" onPress={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function textOf(rest: 'loading' | 'offline' | 'error', count: string): string {
  switch (rest) {
    case 'loading':
      return `The first ${count} are loaded; more follow as you scroll.`;
    case 'offline':
      return `This device keeps the first ${count}; the others appear once there is a connection.`;
    case 'error':
      return `The first ${count} are loaded; the others could not be.`;
  }
}
