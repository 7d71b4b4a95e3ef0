import { PRODUCT } from '../../lib/company.ts';

/** Addresses that open a composer with the person's link in it; the texts are SPEC §2. */
export function shareLinks(link: string) {
  const tweet = new URLSearchParams({
    url: link,
    text: `Join ${PRODUCT} and get solar power for your home!`,
  });
  // Mail programs read a plus sign as one, so spaces are written %20.
  const subject = encodeURIComponent(`Check out ${PRODUCT}`);
  const body = encodeURIComponent(
    `I thought you might like ${PRODUCT}. Use my referral code to get a free solar consultation: ${link}`,
  );
  return {
    facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
    twitter: `https://twitter.com/intent/tweet?${tweet}`,
    email: `mailto:?subject=${subject}&body=${body}`,
  };
}
