import type { RouteBodyInput, routes, User } from '@sunloop/shared-types';

export type NewUserInput = RouteBodyInput<typeof routes.addUser>;
export type UserChangeInput = RouteBodyInput<typeof routes.changeUser>;

/** What can be done to accounts; each throws `ApiError` or `NotSent` when it was not done. */
export type UserActs = {
  add: (user: NewUserInput) => Promise<unknown>;
  change: (id: string, change: UserChangeInput) => Promise<unknown>;
  /** Answers the temporary password, which the server tells this once. */
  resetPassword: (id: string) => Promise<string>;
  endSessions: (id: string) => Promise<unknown>;
};

export type QuestionKind = 'edit' | 'reset' | 'activity' | 'role' | 'sessions';
/** What is being asked about one user. */
export type UserQuestion = { kind: QuestionKind; user: User };

export const isActiveUser = ({ isActive }: User) => isActive === 'true';
export const roleLabel = ({ role }: User) => (role === 'admin' ? 'Admin' : 'Customer');
