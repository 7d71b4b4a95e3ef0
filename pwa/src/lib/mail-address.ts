/** A link that writes to one address and nobody else, whatever stands in it: `a?bcc=b@example.com` is an address, too. */
export const mailTo = (email: string) => `mailto:${encodeURIComponent(email)}`;
