/** Rows of `user_achievements` that the user has earned and not been told about. */
export const IS_NEWS = `is_earned = 'true' and delivered_at is null`;
