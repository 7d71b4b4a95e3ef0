/** Having a friend forgotten: apart from other calls, because only the details of a referral use it. */

export { forgetFriend } from './account/forget-friend.ts';
