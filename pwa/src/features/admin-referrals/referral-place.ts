/** The address of a referral in the console, for links to open elsewhere. */
export function hrefOfReferral(id: string): string {
  return `/admin?panel=referrals&id=${id}`;
}
