import type { LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import './row-reward.css';

/** What the next completion pays, whichever friend it is; stands once above a list. */
export function NextPays({ next }: { next: LadderRung | undefined }) {
  if (!next) return null;
  return (
    <p className="next-pays">
      Next install pays <strong>{next.reward}</strong>
    </p>
  );
}
