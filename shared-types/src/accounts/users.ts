import * as v from 'valibot';
import { AuditLog } from '../ground/audit.ts';
import {
  AddedUser,
  AdminUserCount,
  AdminUserCountQuery,
  AdminUserQuery,
  AuditCsvQuery,
  AuditLogQuery,
  SecurityStats,
  TemporaryPassword,
  UserChange,
  UserDetail,
} from '../ground/admin.ts';
import { PersonExport } from './person-export.ts';
import { TOUCHED_BY } from '../referrals/admin-touches.ts';
import type { Route } from '../route.ts';
import { UserSession } from './session.ts';
import { ById } from '../values/text.ts';
import { User } from '../ground/user.ts';

/** Users, the audit log and security, for admins (API.md, Admin). */
export const adminUserRoutes = {
  users: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    query: AdminUserQuery,
    answers: { 200: v.array(User) },
  },
  countUsers: {
    method: 'GET',
    path: '/api/admin/users/count',
    access: 'admin',
    query: AdminUserCountQuery,
    answers: { 200: AdminUserCount },
  },
  addUser: {
    method: 'POST',
    path: '/api/admin/users',
    access: 'admin',
    touches: TOUCHED_BY.user,
    body: AddedUser,
    answers: { 201: User },
  },
  changeUser: {
    method: 'PATCH',
    path: '/api/admin/users/:id',
    access: 'admin',
    touches: TOUCHED_BY.user,
    params: ById,
    body: UserChange,
    answers: { 200: User },
  },
  userDetail: {
    method: 'GET',
    path: '/api/admin/users/:id',
    access: 'admin',
    params: ById,
    answers: { 200: UserDetail },
  },
  userSessions: {
    method: 'GET',
    path: '/api/admin/users/:id/sessions',
    access: 'admin',
    params: ById,
    answers: { 200: v.array(UserSession) },
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    access: 'admin',
    touches: TOUCHED_BY.session,
    params: ById,
    answers: { 204: v.undefined() },
  },
  resetPassword: {
    method: 'POST',
    path: '/api/admin/users/:id/reset-password',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.session,
    params: ById,
    answers: { 200: TemporaryPassword },
  },
  exportUser: {
    method: 'GET',
    path: '/api/admin/users/:id/export',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.export,
    params: ById,
    answers: { 200: PersonExport },
    hasEtag: false,
  },
  eraseUser: {
    method: 'POST',
    path: '/api/admin/users/:id/erase',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.user,
    params: ById,
    answers: { 204: v.undefined() },
  },
  auditLogs: {
    method: 'GET',
    path: '/api/admin/audit-logs',
    access: 'admin',
    query: AuditLogQuery,
    answers: { 200: v.array(AuditLog) },
  },
  auditCsv: {
    method: 'GET',
    path: '/api/admin/audit-logs',
    access: 'admin',
    query: AuditCsvQuery,
    answers: { 200: v.string() },
    whenQuery: 'format',
  },
  securityStats: {
    method: 'GET',
    path: '/api/admin/security-stats',
    access: 'admin',
    answers: { 200: SecurityStats },
  },
} as const satisfies Record<string, Route>;
