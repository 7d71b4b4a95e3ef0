import { LandingLayout } from './landing-layout.tsx';
import { QuoteCard } from './quote-card.tsx';
import { nameOf, useLanding } from './use-landing.ts';

/** The page behind a referral link, as the app draws it. */
export function Landing({ code }: { code: string }) {
  const answer = useLanding(code);
  return (
    <LandingLayout {...answer} code={code}>
      <QuoteCard code={code} referrerName={nameOf(answer.referrer)} help={answer.help} />
    </LandingLayout>
  );
}
