import type { ReactNode } from 'react';
import './reward.css';

type Props = { isEarned: boolean; children: ReactNode };

/** A reward: solid once it is earned, outlined before. Nothing else on a page is outlined like this. */
export function Reward({ isEarned, children }: Props) {
  return (
    <strong className="reward" data-earned={isEarned}>
      {children}
    </strong>
  );
}
