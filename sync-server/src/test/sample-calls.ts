import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import type { CallInput } from './client.ts';
import { addPasskeyRow } from './factors.ts';
import { makeAdmin, makeCustomer, type TestPerson } from './people.ts';
import {
  addMessage,
  addOnBehalf,
  deviceReport,
  reportDevice,
  showNewCodes,
  subscription,
} from './sample-rows.ts';
import type { TestServer } from './server.ts';

/** A customer whose rows others must not see or change, and what an admin may act on. */
export interface SampleWorld {
  readonly owner: TestPerson;
  readonly admin: TestPerson;
  readonly referralId: string;
  /** A session on another device of the owner. */
  readonly sessionId: string;
  readonly quoteId: string;
  readonly tierId: string;
  readonly rewardId: string;
  readonly achievementId: string;
  readonly messageId: string;
  /** A passkey of the owner. */
  readonly passkeyId: string;
  /** What turns on a secret that the admin, who has codes, was shown. */
  readonly code: string;
  readonly markId: string;
  /** A device of the owner, on which a referral waits. */
  readonly deviceId: string;
  /** A referral that somebody took for the owner, who says that it is not theirs. */
  readonly onBehalfId: string;
}

/** An owner with a paid referral and a waiting one, and a row of each kind an admin changes. */
export async function makeSampleWorld(server: TestServer): Promise<SampleWorld> {
  const owner = await makeCustomer(server, { phone: '+1 555 0177', address: '7 Secret Street' });
  const admin = await makeAdmin(server);
  await server.sql('update users set may_take = true where id = ?', [owner.user.id]);
  const add = async () => (await owner.client.call(routes.addReferral, { body: person() })).body.id;
  const paid = { params: { id: await add() }, body: { status: 'completed' } };
  await admin.client.call(routes.changeReferralStatus, paid);
  const [quote, tier, reward, achievement] = [
    await server.client().call(routes.requestQuote, { body: quoteBody() }),
    await admin.client.call(routes.addRewardTier, { body: tierBody() }),
    await admin.client.call(routes.addAvailableReward, { body: rewardBody() }),
    await admin.client.call(routes.addAchievement, { body: achievementBody() }),
  ];
  const marked = { of: 'quote', id: quote.body.id, reason: 'They asked' } as const;
  const mark = await admin.client.call(routes.markDoNotContact, { body: marked });
  return {
    owner,
    admin,
    referralId: await add(),
    sessionId: await signInElsewhere(server, owner),
    quoteId: quote.body.id,
    tierId: tier.body.id,
    rewardId: reward.body.id,
    achievementId: achievement.body.id,
    messageId: await addMessage(server, owner),
    passkeyId: await addPasskeyRow(server, owner.user.id),
    code: await showNewCodes(admin),
    markId: mark.body.id,
    deviceId: await reportDevice(server, owner),
    onBehalfId: await addOnBehalf(server, owner, await add()),
  };
}

/** Returns the id of the new session. */
async function signInElsewhere(server: TestServer, { user }: TestPerson): Promise<string> {
  const device = server.client();
  const body = { email: user.email, password: 'correct horse' };
  await device.call(routes.logIn, { body });
  const sessions = (await device.call(routes.ownSessions)).body;
  return sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
}

/**
 * A call to every route that would do something to the owner's rows or the program if the caller were
 * allowed. In one world, a call that deletes removes the targets of others.
 */
export function sampleCalls(world: SampleWorld): Record<RouteName, CallInput> {
  const userId = world.owner.user.id;
  const user = { params: { id: userId } };
  const tier = { params: { id: world.tierId } };
  const reward = { params: { id: world.rewardId } };
  const achievement = { params: { id: world.achievementId } };
  const message = { params: { id: world.messageId } };
  const nothing = {};
  return {
    signUp: { body: userBody() },
    logIn: { body: { email: world.owner.user.email, password: 'not the password' } },
    startSso: nothing,
    finishSso: nothing,
    logOut: nothing,
    passkeySignIn: nothing,
    logInByPasskey: { body: givenCredential },
    ownPasskeys: nothing,
    proveIdentity: { body: { currentPassword: 'not the password' } },
    passkeyOptions: { body: {} },
    addPasskey: { body: { name: 'Phone', credential: newCredential } },
    renamePasskey: { params: { id: world.passkeyId }, body: { name: 'Phone' } },
    removePasskey: { params: { id: world.passkeyId }, body: {} },
    logInByCode: { body: { code: '123456' } },
    ownSecondFactor: nothing,
    startCodes: { body: {} },
    confirmCodes: { body: { code: world.code } },
    newRecoveryCodes: { body: {} },
    removeCodes: { body: {} },
    resetSecondFactor: { ...user, body: {} },
    currentUser: nothing,
    changeProfile: { body: { phone: '+1 555 0199' } },
    changePassword: { body: { newPassword: 'another horse' } },
    exportAccount: nothing,
    eraseAccount: { body: { currentPassword: 'not the password' } },
    askErased: { body: { ids: [userId] } },
    ownSessions: nothing,
    endOwnSessions: { query: { keep: 'this' } },
    endOwnSession: { params: { id: world.sessionId } },
    askPasswordReset: { body: { email: world.owner.user.email } },
    openLink: { body: { token } },
    setPasswordByLink: { body: { token, password: 'another horse' } },
    confirmEmail: { body: { token, isMine: true } },
    askConfirmation: nothing,
    ownMail: nothing,
    switchMail: { body: { kind: 'friend_moved', isOn: false } },
    ownNotifications: nothing,
    turnNotificationsOn: { body: subscription },
    turnNotificationsOff: nothing,
    addReferral: { body: { ...person(), id: world.referralId } },
    listReferrals: nothing,
    pullReferrals: { query: { since: '' } },
    pushReferrals: { body: { referrals: [{ ...person(), id: world.referralId }] } },
    deliverHandover: { body: { sealed: 'AAAA..AAAA.AAAA.AAAA' } },
    reportDevice: { body: deviceReport() },
    stats: nothing,
    rewardLevels: nothing,
    rewardLadder: nothing,
    programme: nothing,
    rewardHistory: nothing,
    availableRewards: nothing,
    environmentalImpact: nothing,
    checkAchievements: { params: { userId } },
    achievements: { params: { userId } },
    referrer: { params: { code: world.owner.user.referralCode ?? '' } },
    requestQuote: { body: quoteBody() },
    reportPolicy: { body: {} },
    lostReferrals: nothing,
    mailState: nothing,
    testMail: nothing,
    messages: nothing,
    messageDetail: message,
    sendMessageAgain: message,
    adminStats: nothing,
    adminReferrals: nothing,
    countAdminReferrals: nothing,
    countUsers: nothing,
    adminReferralsCsv: { query: { format: 'csv' } },
    pullAdminReferrals: { query: { since: '' } },
    adminReferral: { params: { id: world.referralId } },
    actOnReferrals: { body: { acts: [act(world.referralId)] } },
    payRun: nothing,
    noteTaxForm: { ...user, body: { receivedOn: '2026-11-02' } },
    previewCompletion: { body: { ids: [world.referralId] } },
    callList: nothing,
    fieldDevices: nothing,
    writeToDevice: { params: { id: world.deviceId } },
    dropDevice: { params: { id: world.deviceId } },
    doNotContact: nothing,
    markDoNotContact: { body: { of: 'referral', id: world.referralId, reason: 'They asked' } },
    receipts: { body: { ids: [world.referralId] } },
    forgetFriend: { params: { id: world.referralId } },
    pushTaken: {
      body: { rows: [{ ...person(), id: world.referralId, for: world.owner.user.referralCode }] },
    },
    ownTaken: nothing,
    takenCustomer: { params: { code: world.admin.user.referralCode ?? '' } },
    takenForMe: nothing,
    notMine: { params: { id: world.onBehalfId } },
    keepTaken: { params: { id: world.onBehalfId } },
    changeMayTake: { ...user, body: { mayTake: false } },
    forgetPerson: { body: { of: 'referral', id: world.referralId } },
    liftDoNotContact: { params: { id: world.markId } },
    changeLead: { params: { id: world.referralId }, body: { owner: 'me' } },
    sharedNotes: { params: { id: world.referralId } },
    decideDuplicates: { params: { id: world.referralId }, body: { people: 'different' } },
    report: nothing,
    changeReferralStatus: { params: { id: world.referralId }, body: { status: 'in_progress' } },
    deleteReferral: { params: { id: world.referralId } },
    quotes: nothing,
    changeQuote: { params: { id: world.quoteId }, body: { status: 'converted', userId } },
    users: nothing,
    addUser: { body: { ...userBody(), role: 'customer', isActive: 'true' } },
    changeUser: { ...user, body: { role: 'admin' } },
    userDetail: user,
    userSessions: user,
    endSessions: user,
    resetPassword: user,
    exportUser: user,
    eraseUser: user,
    auditLogs: nothing,
    auditCsv: { query: { format: 'csv' } },
    securityStats: nothing,
    settings: nothing,
    changeSetting: { params: { key: 'general.help_phone' }, body: { value: '+1 555 0000' } },
    rewardTiers: nothing,
    promisedRungs: nothing,
    addRewardTier: { body: tierBody() },
    changeRewardTier: { ...tier, body: { name: 'Renamed' } },
    deleteRewardTier: tier,
    adminRewards: nothing,
    addAvailableReward: { body: rewardBody() },
    changeAvailableReward: { ...reward, body: { name: 'Renamed' } },
    deleteAvailableReward: reward,
    adminAchievements: nothing,
    addAchievement: { body: achievementBody() },
    changeAchievement: { ...achievement, body: { title: 'Renamed' } },
    deleteAchievement: achievement,
    payouts: nothing,
    payoutsOfMonth: { query: { month: '2026-11' } },
    payoutMonths: nothing,
    markPayouts: { body: { ids: [world.referralId], isPaid: 'true' } },
    payoutsCsv: { query: { format: 'csv' } },
  };
}

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
/** Of no passkey. */
const givenCredential = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const newCredential = {
  ...credential,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
/** Of no link. */
const token = 'x'.repeat(43);
const person = () => ({ name: 'Hidden Friend', email: `${randomUUID()}@hidden.example` });
const act = (id: string) => ({ act: 'status', id, status: 'in_progress', expected: 'submitted' });
const userBody = () => {
  const username = `u-${randomUUID().slice(0, 13)}`;
  return { username, email: `${username}@example.com`, password: 'correct horse' };
};
const quoteBody = () => ({ ...person(), phone: '+1 555 0155' });
const tierBody = () => ({
  level: 9,
  name: 'Sample tier',
  requiredReferrals: 900,
  rewardAmount: '$9',
  isActive: 'false',
});
const rewardBody = () => ({ name: 'Sample reward', amount: '$9', requiredReferrals: 9 });
const achievementBody = () => ({
  title: 'Sample achievement',
  description: 'For tests',
  type: 'referrals_completed',
  icon: 'star',
  rarity: 'common',
  requiredCount: 900_000,
  isActive: 'false',
});
