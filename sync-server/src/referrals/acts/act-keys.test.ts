import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { outcomesOf, toStatus, withActingAdmin } from '../../test/acting-admin.ts';
import { makeAdmin } from '../../test/people.ts';

const { act, auditOf, newReferral, server, statusOf } = withActingAdmin();

describe('Sent again with its key after a lost answer', () => {
  const keyed = (change: ReturnType<typeof toStatus>) => ({ ...change, key: randomUUID() });

  test('a change counts as done, and is not refused because of what the admin did after it', async () => {
    const id = await newReferral();
    const acts = [
      keyed(toStatus(id, 'contact_made')),
      keyed(toStatus(id, 'completed', 'contact_made')),
    ];
    await act(acts);
    const again = await act(acts);
    expect(outcomesOf(again)).toEqual(['done', 'done']);
    expect(again.map(({ referral }) => referral?.status)).toEqual(['completed', 'completed']);
    expect(await auditOf(id)).toHaveLength(2);
  });

  test.each([
    ['made', 'submitted'],
    ['only found', 'completed'],
  ])('a change it %s does not undo what another admin did since', async (_, stored) => {
    const id = await newReferral();
    const other = await makeAdmin(server());
    if (stored === 'completed') await act([toStatus(id, 'completed')], other);
    const change = keyed(toStatus(id, 'completed'));
    await act([change]);
    await act([toStatus(id, 'submitted', 'completed')], other);
    const [again] = await act([change]);
    expect(again).toMatchObject({ outcome: 'done', referral: { status: 'submitted' } });
    expect(await statusOf(id)).toBe('submitted');
  });

  test('a refused change is judged again, and a new one has a new key', async () => {
    const id = await newReferral();
    const change = keyed(toStatus(id, 'completed', 'in_progress'));
    expect(outcomesOf(await act([change]))).toEqual(['conflict']);
    await act([toStatus(id, 'in_progress')]);
    expect(outcomesOf(await act([change]))).toEqual(['done']);
    await act([toStatus(id, 'in_progress', 'completed')]);
    const next = keyed(toStatus(id, 'completed', 'in_progress'));
    expect((await act([next]))[0]?.referral?.status).toBe('completed');
  });

  test('a change that comes twice at once is made once; one key may serve several referrals', async () => {
    const [id, other] = [await newReferral(), await newReferral()];
    const change = keyed(toStatus(id, 'completed'));
    const answers = await Promise.all([act([change]), act([change]), act([change])]);
    for (const answer of answers) expect(outcomesOf(answer)).toEqual(['done']);
    expect(await auditOf(id)).toHaveLength(1);
    expect(outcomesOf(await act([{ ...change, id: other }]))).toEqual(['done']);
    expect(await statusOf(other)).toBe('completed');
  });
});
