import { accountRoutes } from './account-routes.ts';
import { callRoutes } from './admin-call-list.ts';
import { deviceReportRoutes } from './device-report.ts';
import { fieldDeviceRoutes } from './admin-devices.ts';
import { doNotContactRoutes } from './admin-do-not-contact.ts';
import { adminMailRoutes } from './admin-mail-routes.ts';
import { adminProgrammeRoutes } from './admin-programme-routes.ts';
import { adminReferralRoutes } from './admin-referral-routes.ts';
import { adminTakenRoutes } from './admin-taken.ts';
import { adminSecondFactorRoutes } from './admin-second-factor.ts';
import { adminUserRoutes } from './admin-user-routes.ts';
import { customerRoutes } from './customer-routes.ts';
import { forgetPersonRoutes } from './admin-forget.ts';
import { forgetFriendRoutes } from './forget-friend.ts';
import { exportRoutes } from './person-export.ts';
import { handoverRoutes } from './handover.ts';
import { linkRoutes } from './link-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { notificationRoutes } from './notifications.ts';
import { passkeyRoutes } from './passkey.ts';
import { policyReportRoutes } from './policy-report.ts';
import { programmeRoutes } from './programme-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { receiptRoutes } from './receipt.ts';
import { sessionRoutes } from './session-routes.ts';
import { sharedNoteRoutes } from './shared-note.ts';
import { ssoRoutes } from './sso-routes.ts';
import { takenForMeRoutes } from './taken-for-me.ts';
import { takenRoutes } from './taken.ts';

/**
 * Every call of API.md: the server, the access test and the API document are built from this table.
 * The app imports the groups instead, so that a page loads only the schemas it uses.
 */
export const routes = {
  ...sessionRoutes,
  ...passkeyRoutes,
  ...ssoRoutes,
  ...accountRoutes,
  ...exportRoutes,
  ...mailRoutes,
  ...notificationRoutes,
  ...linkRoutes,
  ...customerRoutes,
  ...sharedNoteRoutes,
  ...forgetFriendRoutes,
  ...receiptRoutes,
  ...takenRoutes,
  ...takenForMeRoutes,
  ...handoverRoutes,
  ...deviceReportRoutes,
  ...publicRoutes,
  ...policyReportRoutes,
  ...programmeRoutes,
  ...adminReferralRoutes,
  ...callRoutes,
  ...doNotContactRoutes,
  ...fieldDeviceRoutes,
  ...forgetPersonRoutes,
  ...adminUserRoutes,
  ...adminSecondFactorRoutes,
  ...adminTakenRoutes,
  ...adminMailRoutes,
  ...adminProgrammeRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
