/** What was decided when the same person was also referred by others, for the referrer, naming nobody; empty if nothing was. */
export function shareWords(share: number | null | undefined): string {
  if (share === null || share === undefined) return '';
  const also = 'The same person was also referred by someone else';
  if (share === 0) return `${also}. That referral counts, so no reward is paid for this one.`;
  if (share === 1) return `${also}. Yours counts, and you are paid for it.`;
  return `${also}, so the reward is split between you.`;
}
