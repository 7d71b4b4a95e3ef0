import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { RouteBodyInput } from '@sunloop/shared-types/route.ts';
import type { routes } from '@sunloop/shared-types/routes.ts';
import type { SaveAnswer, SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { NoticeText } from '../../../ui/layers/notices.ts';

export type NewUserInput = RouteBodyInput<typeof routes.addUser>;
export type UserChangeInput = RouteBodyInput<typeof routes.changeUser>;

/** What can be done to accounts; each tells the person, with `done` if it worked, and returns its result. */
export type UserActs = {
  add: (user: NewUserInput) => Promise<SaveOutcome>;
  change: (id: string, change: UserChangeInput, done: NoticeText) => Promise<SaveOutcome>;
  /** Returns the temporary password, which the server sends only once. */
  resetPassword: (id: string) => Promise<SaveAnswer<string>>;
  /** Takes their second factors away. */
  resetFactor: (id: string, done: NoticeText) => Promise<SaveOutcome>;
  /** Lets them take referrals for other customers, or no more. */
  changeMayTake: (id: string, mayTake: boolean, done: NoticeText) => Promise<SaveOutcome>;
  endSessions: (id: string, done: NoticeText) => Promise<SaveOutcome>;
  /** Saves a file with everything that is held about them. */
  saveData: (id: string) => Promise<SaveOutcome>;
  erase: (id: string, done: NoticeText) => Promise<SaveOutcome>;
};

export type QuestionKind =
  'edit' | 'reset' | 'activity' | 'role' | 'taking' | 'sessions' | 'factor' | 'erase';
/** What is being asked about one user. */
export type UserQuestion = { kind: QuestionKind; user: User };

export const isActiveUser = ({ isActive }: User) => isActive === 'true';
/** Whether the account is active, inactive or erased. */
export function activityLabel(user: User): 'Erased' | 'Active' | 'Inactive' {
  if (user.erasedAt !== undefined) return 'Erased';
  return isActiveUser(user) ? 'Active' : 'Inactive';
}
export const roleLabel = ({ role }: User) => (role === 'admin' ? 'Admin' : 'Customer');
