/** SPEC §1: the link is empty when the user has no code. */
export function referralLink(origin: string, code: string | null): string {
  return code ? `${origin}/refer/${code}` : '';
}
