import { accountRoutes } from './accounts/account-routes.ts';
import { callRoutes } from './referrals/call-list.ts';
import { deviceReportRoutes } from './referrals/device-reports.ts';
import { fieldDeviceRoutes } from './referrals/admin-device-reports.ts';
import { doNotContactRoutes } from './referrals/do-not-contact.ts';
import { adminMailRoutes } from './messages/admin-mail-routes.ts';
import { adminProgrammeRoutes } from './program/admin-program-routes.ts';
import { adminReferralRoutes } from './referrals/admin-referral-routes.ts';
import { adminOnBehalfRoutes } from './referrals/admin-on-behalf.ts';
import { adminSecondFactorRoutes } from './accounts/second-factor.ts';
import { adminUserRoutes } from './accounts/users.ts';
import { customerRoutes } from './referrals/customer-routes.ts';
import { forgetPersonRoutes } from './referrals/admin-forget.ts';
import { forgetFriendRoutes } from './referrals/forget-friend.ts';
import { exportRoutes } from './accounts/person-export.ts';
import { courierRoutes } from './referrals/courier.ts';
import { linkRoutes } from './accounts/link-routes.ts';
import { mailRoutes } from './messages/mail-routes.ts';
import { notificationRoutes } from './messages/push.ts';
import { passkeyRoutes } from './accounts/passkey.ts';
import { policyReportRoutes } from './ground/policy-report.ts';
import { programmeRoutes } from './program/program-routes.ts';
import { publicRoutes } from './visitors/landing-routes.ts';
import { receiptRoutes } from './referrals/receipts.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import { sharedNoteRoutes } from './referrals/shared-note.ts';
import { ssoRoutes } from './accounts/sso-routes.ts';
import { onBehalfOfMeRoutes } from './referrals/on-behalf-of-me.ts';
import { onBehalfRoutes } from './referrals/on-behalf.ts';

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
  ...onBehalfRoutes,
  ...onBehalfOfMeRoutes,
  ...courierRoutes,
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
  ...adminOnBehalfRoutes,
  ...adminMailRoutes,
  ...adminProgrammeRoutes,
} as const;

type Routes = typeof routes;
export type RouteName = keyof Routes;
