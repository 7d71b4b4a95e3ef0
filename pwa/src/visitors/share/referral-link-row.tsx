import { CopyButton, LinkField } from './link-field.tsx';
import { referralLink } from './referral-link.ts';
import { ShareMenu } from './share-menu.tsx';

/** The person's own link in one row, to copy and share, where the page is about something else. */
export function ReferralLinkRow({ code }: { code: string | null }) {
  const link = referralLink(window.location.origin, code);
  return (
    <section className="referral-link" data-row aria-label="Your referral link">
      <LinkField link={link} />
      <CopyButton link={link} variant="sun" />
      {link !== '' && <ShareMenu link={link} />}
    </section>
  );
}
