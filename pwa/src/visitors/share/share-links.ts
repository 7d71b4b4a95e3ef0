import { PRODUCT } from '../../lib/company.ts';

/** Subject and text of the email, which the link follows (SPEC §2); the text until the person words it. */
export const SUBJECT = `Check out ${PRODUCT}`;
export const MESSAGE = `I thought you might like ${PRODUCT}. Use my referral code to get a free solar consultation:`;

/** URLs that open a composer with the person's link in it and, but for Facebook and Twitter, their message. */
export function shareLinks(link: string, message: string) {
  const words = encodeURIComponent(`${message} ${link}`);
  const tweet = new URLSearchParams({
    url: link,
    text: `Join ${PRODUCT} and get solar power for your home!`,
  });
  // Mail programs show a plus sign as a plus, so spaces are written as %20.
  const subject = encodeURIComponent(SUBJECT);
  return {
    // Both iOS and Android understand '?&'.
    messages: `sms:?&body=${words}`,
    whatsapp: `https://wa.me/?text=${words}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
    twitter: `https://twitter.com/intent/tweet?${tweet}`,
    email: `mailto:?subject=${subject}&body=${words}`,
  };
}
