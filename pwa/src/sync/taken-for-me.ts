/** Who took which of the person's referrals for them; loaded with their list. */

export { readTakenForMe, refreshTakenForMe, sayNotMine } from './read/taken-for-me.ts';
