/** The parts of the product, with the same name in contract, server, app and desk (docs/folders.md). */
export const WINGS = [
  'accounts',
  'messages',
  'program',
  'referrals',
  'visitors',
  'ground',
] as const;
