/** Whether this device is told of news, and the count on the app's icon. Pages only. */

export { askForNotifications, permissionHere, workerHere } from './account/ask-notifications.ts';
export { setBadge } from './account/badge.ts';
export {
  areNotificationsOn,
  keepNotifications,
  turnNotificationsOff,
} from './account/notifications.ts';
