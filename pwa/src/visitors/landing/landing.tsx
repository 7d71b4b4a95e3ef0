import { Inviter, LandingLayout, RatherTalk } from './landing-layout.tsx';
import { QuoteCard } from './quote-card.tsx';
import { nameOf, useLanding } from './use-landing.ts';

/** The page behind a referral link, as the app draws it. */
export function Landing({ code }: { code: string }) {
  const { referrer, help } = useLanding(code);
  return (
    <LandingLayout
      code={code}
      referrer={referrer}
      inviter={
        referrer.kind === 'known' &&
        referrer.hasPicture && (
          <Inviter name={referrer.name} picture={`/pictures/${encodeURIComponent(code)}`} />
        )
      }
      help={<RatherTalk {...help} />}
    >
      <QuoteCard code={code} referrerName={nameOf(referrer)} help={help} />
    </LandingLayout>
  );
}
