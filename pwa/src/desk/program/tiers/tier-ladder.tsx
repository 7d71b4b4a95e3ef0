import { DEFAULT_REWARD } from '@sunloop/shared-types/limits.ts';
import type { Span } from '@sunloop/shared-types/program/tier-spans.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { numbersText } from './span-words.ts';
import './tier-ladder.css';

type Props = {
  label: string;
  spans: readonly Span[];
  /** The id of the tier being edited. */
  marked?: string | undefined;
};

/** Which referral pays what, from the first on. */
export function TierLadder({ label, spans, marked }: Props) {
  return (
    <ol className="tier-ladder" aria-label={label}>
      {spans.map((span) => (
        <li
          key={span.from}
          data-gap={span.tier ? undefined : true}
          data-marked={(marked !== undefined && span.tier?.id === marked) || undefined}
        >
          <span className="tier-ladder-numbers">{numbersText(span)}</span>
          <strong>{writeMoney(span.tier?.rewardAmount ?? DEFAULT_REWARD)}</strong>
          <span className="tier-ladder-name">{span.tier?.name ?? 'Default, no tier'}</span>
        </li>
      ))}
    </ol>
  );
}
