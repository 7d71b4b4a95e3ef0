import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { ReactNode } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { isActiveUser, type QuestionKind, type UserActs } from './user-acts.ts';

type Asked = { user: User; isOwn: boolean; acts: UserActs };
type Props = Asked & {
  kind: Exclude<QuestionKind, 'edit' | 'reset' | 'erase'>;
  onClose: () => void;
};

/** Asks whether an admin is sure about a user, and says what follows. */
export function SureDialog({ kind, onClose, ...asked }: Props) {
  const { title, text, warning, isDanger, act } = QUESTIONS[kind](asked);
  return (
    <DeskConfirm
      title={title}
      confirmLabel={title}
      busyLabel="Saving..."
      variant={isDanger ? 'danger' : 'primary'}
      onConfirm={act}
      onClose={onClose}
    >
      <p>{text}</p>
      {warning && asked.isOwn && (
        <Banner tone="wait" icon="alert">
          This is your own account: {warning}
        </Banner>
      )}
    </DeskConfirm>
  );
}

type Question = {
  /** What is to be done; the button says it again. */
  title: string;
  text: ReactNode;
  /** What becomes of an admin who does it to themselves. */
  warning?: string;
  isDanger?: boolean;
  act: () => Promise<SaveOutcome>;
};

const QUESTIONS: Record<Props['kind'], (asked: Asked) => Question> = {
  activity: (asked) => (isActiveUser(asked.user) ? makeInactive(asked) : makeActive(asked)),
  role: (asked) => (asked.user.role === 'admin' ? makeCustomer(asked) : makeAdmin(asked)),
  taking: (asked) => (asked.user.mayTake ? endTaking(asked) : letTake(asked)),
  sessions: endSessions,
  factor: resetFactor,
};

function makeInactive({ user: { id, username }, acts }: Asked): Question {
  const done = { title: 'User updated', description: `${username} is now inactive.` };
  return {
    title: 'Make inactive',
    text: `${username} can no longer sign in, and all their sessions end at once. Their referrals and rewards stay as they are.`,
    warning: 'you will be logged out and locked out.',
    isDanger: true,
    act: () => acts.change(id, { isActive: 'false' }, done),
  };
}

function makeActive({ user: { id, username }, acts }: Asked): Question {
  const done = { title: 'User updated', description: `${username} is now active.` };
  return {
    title: 'Make active',
    text: `${username} can sign in again with their password.`,
    act: () => acts.change(id, { isActive: 'true' }, done),
  };
}

function makeAdmin({ user: { id, username }, acts }: Asked): Question {
  const done = { title: 'User updated', description: `${username} is now an admin.` };
  return {
    title: 'Make an admin',
    text: `${username} will see and change everything in this console: all users, referrals, rewards and settings. They have to sign in again.`,
    warning: 'you will lose this console at once.',
    act: () => acts.change(id, { role: 'admin' }, done),
  };
}

function makeCustomer({ user: { id, username }, acts }: Asked): Question {
  const done = { title: 'User updated', description: `${username} is now a customer.` };
  return {
    title: 'Make a customer',
    text: `${username} loses this console and keeps only their own referrals and rewards.`,
    warning: 'you will lose this console at once.',
    isDanger: true,
    act: () => acts.change(id, { role: 'customer' }, done),
  };
}

function letTake({ user: { id, username }, acts }: Asked): Question {
  const done = { title: 'Saved', description: `${username} may take referrals for others.` };
  return {
    title: 'Let take for others',
    text: `${username} can take referrals on behalf of other customers, found by their referral code. Such a referral belongs to the customer and pays the customer, who sees who took it.`,
    act: () => acts.changeMayTake(id, true, done),
  };
}

function endTaking({ user: { id, username }, acts }: Asked): Question {
  const done = { title: 'Saved', description: `${username} takes referrals for others no more.` };
  return {
    title: 'Take for others no more',
    text: `${username} can no longer take referrals for other customers. What still waits on their devices is refused and stays with them; what we have stays as it is.`,
    isDanger: true,
    act: () => acts.changeMayTake(id, false, done),
  };
}

function endSessions({ user: { id, username }, acts }: Asked): Question {
  const done = { title: 'Sessions ended', description: `${username} has to sign in again.` };
  return {
    title: 'End all sessions',
    text: `${username} is logged out on every device and has to sign in again. What they have not sent yet stays on their devices.`,
    warning: 'you will be logged out here too.',
    isDanger: true,
    act: () => acts.endSessions(id, done),
  };
}

function resetFactor({ user: { id, username, email }, acts }: Asked): Question {
  const done = { title: 'Second factor reset', description: `${username} signs in by password.` };
  return {
    title: 'Reset second factor',
    text: (
      <>
        <strong>{username}</strong> ({email}) loses all passkeys, codes and recovery codes, and has
        to sign in again by password. They are told by mail. Make sure that it is they who ask: call
        them.
      </>
    ),
    isDanger: true,
    act: () => acts.resetFactor(id, done),
  };
}
