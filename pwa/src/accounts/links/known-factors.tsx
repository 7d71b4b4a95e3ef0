import type { LinkFactor, OpenedLink } from '@sunloop/shared-types/accounts/link-routes.ts';
import { formatDay } from '../../lib/format-date.ts';
import { Banner } from '../../ui/banner.tsx';
import { CheckBox } from '../../ui/forms/check-box.tsx';

type Props = {
  link: OpenedLink;
  /** Ids of the factors that stay. */
  kept: readonly string[];
  onKeep: (kept: readonly string[]) => void;
};

function describe({ name, createdAt, lastUsedAt }: LinkFactor): string {
  const what = name === null ? 'Codes of an app' : `Passkey "${name}"`;
  const used = lastUsedAt === null ? '' : `, used ${formatDay(lastUsedAt)}`;
  return `${what}, added ${formatDay(createdAt)}${used}`;
}

/** What else signs in to the account, so that the person keeps only what is theirs; nothing if there is none. */
export function KnownFactors({ link, kept, onKeep }: Props) {
  const { factors = [], sessions = [], needsFactor } = link;
  return (
    <>
      {factors.length > 0 && (
        <fieldset className="known-factors">
          <legend>Which of these are yours?</legend>
          <p className="muted">
            They sign in to the account, too. What is not ticked ends; somebody else may have added
            it.
          </p>
          {factors.map((factor) => (
            <CheckBox
              key={factor.id}
              name={factor.id}
              label={describe(factor)}
              value={kept.includes(factor.id) ? 'yes' : ''}
              error={undefined}
              onChange={(value) => {
                const others = kept.filter((id) => id !== factor.id);
                onKeep(value === '' ? others : [...others, factor.id]);
              }}
            />
          ))}
          {needsFactor && kept.length === 0 && (
            <Banner tone="wait" icon="alert">
              Without any of them another admin has to let you in.
            </Banner>
          )}
        </fieldset>
      )}
      {sessions.length > 0 && (
        <>
          <p className="muted">These devices are logged out:</p>
          <ul>
            {sessions.map(({ device, place, lastUsedAt }, index) => (
              <li key={index}>
                {device === 'Unknown' ? 'Unknown device' : device}
                {place !== null && `, from ${place}`}
                {lastUsedAt !== null && `, last used ${formatDay(lastUsedAt)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
