import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { PushAnswer } from '@sunloop/shared-types/referrals/sync.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { ApiError, NotSent } from '../../api/problems.ts';
import { aReferral } from '../../test/builders.ts';
import { judgeAnswer, judgeProblem, type Verdict } from './verdict.ts';

const refused = (status: number, code: string, retryAfterMs?: number) =>
  new ApiError({ status, code, error: `Row 4 says ${code} 401`, retryAfterMs });

const problems: [string, ApiError | NotSent, number, Verdict['kind']][] = [
  ['no session', refused(401, 'unauthenticated'), 3, 'sign-in'],
  ['an inactive user', refused(403, 'inactive'), 3, 'inactive'],
  ['a temporary password', refused(403, 'password_change_needed'), 3, 'sign-in'],
  ['an admin without a required factor', refused(403, 'second_factor_setup_needed'), 3, 'sign-in'],
  ['another 403 of ours', refused(403, 'forbidden'), 3, 'not-sent'],
  [
    'a 403 whose code only holds one of these',
    refused(403, 'no_password_change_needed'),
    3,
    'not-sent',
  ],
  ['a 403 whose code begins like one', refused(403, 'password_change_needed_soon'), 3, 'not-sent'],
  ['the code of an erased account on a 500', refused(500, 'account_erased'), 1, 'server-error'],
  ['the code of an inactive user on a 400', refused(400, 'inactive'), 1, 'rejected'],
  ['the code of another user on a 400', refused(400, 'user_mismatch'), 1, 'rejected'],
  [
    'the code of a temporary password on a 400',
    refused(400, 'password_change_needed'),
    1,
    'rejected',
  ],
  ['another user’s cookie', refused(409, 'user_mismatch'), 3, 'wrong-user'],
  ['a refused batch', refused(400, 'invalid'), 2, 'split'],
  ['a refused single row', refused(400, 'invalid'), 1, 'rejected'],
  ['a batch too large', refused(413, 'too_large'), 500, 'split'],
  ['a single row too large', refused(413, 'too_large'), 1, 'rejected'],
  ['a conflict of a single row', refused(409, 'id_conflict'), 1, 'rejected'],
  ['a deleted single row', refused(410, 'deleted'), 1, 'rejected'],
  ['our 404', refused(404, 'not_found'), 1, 'update-needed'],
  ['our 405', refused(405, 'method_not_allowed'), 1, 'update-needed'],
  ['our 415', refused(415, 'unsupported_media_type'), 1, 'update-needed'],
  ['a call not built yet', refused(501, 'not_implemented'), 1, 'not-sent'],
  ['a database away', refused(503, 'unavailable'), 1, 'not-sent'],
  ['a first 500', refused(500, 'internal'), 1, 'server-error'],
  ['too many requests', refused(429, 'rate_limited', 30_000), 1, 'wait'],
  ['a code nobody knows', refused(418, 'teapot'), 1, 'not-sent'],
  ['no network', new NotSent('offline'), 1, 'not-sent'],
  ['a captive portal', new NotSent('captive'), 1, 'not-sent'],
  ['a hanging socket', new NotSent('timeout'), 1, 'not-sent'],
];

describe('a failed request (rule 3)', () => {
  test.each(problems)('%s', (_, problem, sentRows, kind) => {
    expect(judgeProblem(problem, sentRows).kind).toBe(kind);
  });

  test('waits as long as the server says', () => {
    expect(judgeProblem(refused(429, 'rate_limited', 30_000), 1)).toEqual({
      kind: 'wait',
      delayMs: 30_000,
    });
  });

  test('steps behind at the third 500', () => {
    expect(judgeProblem(refused(500, 'internal'), 1, 1).kind).toBe('server-error');
    expect(judgeProblem(refused(500, 'internal'), 1, 2).kind).toBe('step-behind');
  });
});

const KNOWN = 'You have already referred this person';
const REFUSED = 'The server did not accept this referral';
const USER_ID = uuidv7();
const rows: PushRow[] = [aReferral(), aReferral()].map(({ id, name, email }) => ({
  id,
  name,
  email,
}));
const [first, second] = rows as [PushRow, PushRow];
const answer = (...results: PushAnswer['results']): PushAnswer => ({ results });

describe('an answer (rule 3)', () => {
  test('counts when it names every row in order, in whatever case', () => {
    const verdict = judgeAnswer(
      answer(
        { id: first.id.toUpperCase(), status: 'created' },
        { id: second.id, status: 'stored' },
      ),
      rows,
      USER_ID,
    );
    expect(verdict).toEqual({
      kind: 'stored',
      rows: [
        { id: first.id, isRefused: false },
        { id: second.id, isRefused: false, wasStored: true },
      ],
    });
  });

  test.each([
    ['misses a row', answer({ id: first.id, status: 'created' })],
    [
      'names another row',
      answer({ id: first.id, status: 'created' }, { id: aReferral().id, status: 'created' }),
    ],
    [
      'has the order wrong',
      answer({ id: second.id, status: 'created' }, { id: first.id, status: 'created' }),
    ],
    [
      'accepts a row without naming it',
      answer({ id: first.id, status: 'created' }, { id: null, status: 'created' }),
    ],
  ])('does not count when it %s', (_, given) => {
    expect(judgeAnswer(given, rows, USER_ID)).toEqual({ kind: 'not-sent', reason: 'malformed' });
  });

  const added = {
    status: 'submitted',
    reward: '$100',
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
  };

  test('may report rows that follow each other in one run, as they were sent', () => {
    const runs = [{ at: 0, count: 1, firstId: first.id, lastId: first.id }];
    const results = [{ id: second.id, status: 'stored' as const }];
    const verdict = judgeAnswer({ results, runs, added, receipt: '7' }, rows, USER_ID);
    expect(verdict).toMatchObject({
      pushes: ['7'],
      rows: [
        {
          id: first.id,
          isRefused: false,
          referral: { id: first.id, userId: USER_ID, name: first.name, ...added },
        },
        { id: second.id, wasStored: true },
      ],
    });
  });

  test('may report rows that were there before in one run, with the date given first', () => {
    const date = '2025-12-31T00:00:00.000Z';
    const run = {
      at: 0,
      count: 2,
      firstId: first.id,
      lastId: second.id,
      added: { ...added, date },
    };
    const given = { results: [], storedRuns: [run], storedReceipts: ['5', '6'] };
    expect(judgeAnswer(given, rows, USER_ID)).toMatchObject({
      pushes: ['5', '6'],
      rows: [first, second].map(({ id, name }) => ({
        id,
        isRefused: false,
        wasStored: true,
        referral: { id, name, userId: USER_ID, ...added, date },
      })),
    });
    const other = { ...given, storedRuns: [{ ...run, lastId: first.id }] };
    expect(judgeAnswer(other, rows, USER_ID)).toEqual({ kind: 'not-sent', reason: 'malformed' });
  });

  test.each([
    ['of other rows', { at: 0, count: 2, firstId: second.id, lastId: first.id }],
    ['that ends elsewhere', { at: 0, count: 2, firstId: first.id, lastId: first.id }],
    ['longer than what was sent', { at: 1, count: 2, firstId: second.id, lastId: second.id }],
    ['of all rows and one more', { at: 0, count: 3, firstId: first.id, lastId: second.id }],
    ['beyond what was sent', { at: 2, count: 1, firstId: first.id, lastId: first.id }],
    ['that leaves rows out', { at: 0, count: 1, firstId: first.id, lastId: first.id }],
  ])('does not count when it reports a run %s', (_, run) => {
    const verdict = judgeAnswer({ results: [], runs: [run], added }, rows, USER_ID);
    expect(verdict).toEqual({ kind: 'not-sent', reason: 'malformed' });
  });

  test('does not count when it reports a run without what all of it have in common', () => {
    const run = { at: 0, count: 2, firstId: first.id, lastId: second.id };
    const verdict = judgeAnswer({ results: [], runs: [run] }, rows, USER_ID);
    expect(verdict).toEqual({ kind: 'not-sent', reason: 'malformed' });
  });

  test('takes the same person with the same content under another id as there already (rule 5)', () => {
    const twin = aReferral({ ...referralContent(second), userId: USER_ID });
    const judged = (referral: Referral) =>
      judgeAnswer(
        answer(
          {
            id: first.id,
            status: 'stored',
            referral: aReferral({ ...referralContent(first), id: first.id }),
          },
          { id: second.id, status: 'duplicate', referral },
        ),
        rows,
        USER_ID,
      );
    expect(judged(twin)).toMatchObject({
      rows: [{}, { id: second.id, isRefused: false, wasStored: true, referral: twin }],
    });
    expect(judged({ ...twin, phone: '555 0999' })).toMatchObject({
      rows: [{}, { isRefused: true, code: 'duplicate_referral' }],
    });
  });

  test('refuses a row the server rejected, also one whose content it shows', () => {
    const same = aReferral({ ...referralContent(first), userId: USER_ID });
    const results = answer(
      { id: first.id, status: 'rejected', referral: same },
      { id: second.id, status: 'stored' },
    );
    expect(judgeAnswer(results, rows, USER_ID)).toMatchObject({
      rows: [{ id: first.id, isRefused: true, code: 'invalid', error: REFUSED }, {}],
    });
  });

  test('refuses rejected and duplicate rows with code and reason', () => {
    const verdict = judgeAnswer(
      answer(
        { id: null, status: 'rejected', code: 'invalid', error: 'Must be a UUID' },
        { id: second.id, status: 'duplicate' },
      ),
      rows,
      USER_ID,
    );
    expect(verdict).toMatchObject({
      rows: [
        { id: first.id, isRefused: true, code: 'invalid', error: 'Must be a UUID' },
        { id: second.id, isRefused: true, code: 'duplicate_referral', error: KNOWN },
      ],
    });
  });
});
