import { expect, test } from 'vitest';
import { ApiError, NotSent } from '../../api/problems.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { isSafeToRepeat, repeatWrite } from './repeat-write.ts';

const refused = (status: number, code = 'internal') => new ApiError({ status, code, error: 'No' });

function failing(...problems: Error[]) {
  let tries = 0;
  const send = async () => {
    const problem = problems[tries];
    tries += 1;
    if (problem) throw problem;
    return 'done';
  };
  return { send, tries: () => tries };
}

test.each([
  ['nobody answered', new NotSent('offline')],
  ['the server failed', refused(500)],
])('when %s, a write is tried twice more, 1 and 2 s apart', async (_, problem) => {
  const { deps, waits } = fixedDeps();
  const lucky = failing(problem, problem);
  expect(await repeatWrite(lucky.send, deps)).toBe('done');
  expect(waits).toEqual([1000, 2000]);
  const luckless = failing(problem, problem, problem);
  await expect(repeatWrite(luckless.send, deps)).rejects.toBe(problem);
  expect(luckless.tries()).toBe(3);
});

test.each([400, 403, 404, 408, 409, 429])('a %i stands', async (status) => {
  const { send, tries } = failing(refused(status));
  await expect(repeatWrite(send, fixedDeps().deps)).rejects.toMatchObject({ status });
  expect(tries()).toBe(1);
});

test.each([
  ['PUT', {}, true],
  ['DELETE', {}, true],
  ['PATCH', { isActive: 'true' }, true],
  ['PATCH', { status: 'closed', expected: { status: 'open' } }, false],
  ['POST', {}, false],
] as const)('%s of %j is safe to repeat: %s', (method, body, isSafe) => {
  expect(isSafeToRepeat(method, body)).toBe(isSafe);
});
