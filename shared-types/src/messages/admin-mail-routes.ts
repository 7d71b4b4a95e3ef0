import * as v from 'valibot';
import { TOUCHED_BY } from '../referrals/admin-touches.ts';
import {
  MailState,
  MailTestAnswer,
  MessageDetail,
  MessageQuery,
  OutgoingMessage,
} from './admin-mail.ts';
import type { Route } from '../route.ts';
import { ById } from '../values/text.ts';

/** Messages to people, for admins (API.md, Admin). */
export const adminMailRoutes = {
  mailState: {
    method: 'GET',
    path: '/api/admin/mail',
    access: 'admin',
    answers: { 200: MailState },
  },
  testMail: {
    method: 'POST',
    path: '/api/admin/mail/test',
    access: 'admin',
    touches: TOUCHED_BY.export,
    answers: { 200: MailTestAnswer },
  },
  messages: {
    method: 'GET',
    path: '/api/admin/messages',
    access: 'admin',
    query: MessageQuery,
    answers: { 200: v.array(OutgoingMessage) },
  },
  /** Its link may set somebody's password. */
  messageDetail: {
    method: 'GET',
    path: '/api/admin/messages/:id',
    access: 'admin',
    asksAgain: true,
    params: ById,
    answers: { 200: MessageDetail },
  },
  sendMessageAgain: {
    method: 'POST',
    path: '/api/admin/messages/:id/send-again',
    access: 'admin',
    touches: TOUCHED_BY.message,
    params: ById,
    answers: { 200: OutgoingMessage },
  },
} as const satisfies Record<string, Route>;
