/** Achievements just earned, until their popup was shown. */

export { dropNews, readNews } from './read/achievements.ts';
