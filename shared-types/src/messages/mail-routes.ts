import { MailSwitch, OwnMail } from './mail.ts';
import type { Route } from '../route.ts';

/** Which messages a person gets (API.md, Session). */
export const mailRoutes = {
  ownMail: {
    method: 'GET',
    path: '/api/user/mail',
    access: 'session',
    answers: { 200: OwnMail },
  },
  switchMail: {
    method: 'PATCH',
    path: '/api/user/mail',
    access: 'session',
    body: MailSwitch,
    answers: { 200: OwnMail },
  },
} as const satisfies Record<string, Route>;
