/** The address of a referral in the console, for links opened in another tab. */
export function hrefOfReferral(id: string): string {
  return `/admin?panel=referrals&id=${id}`;
}
