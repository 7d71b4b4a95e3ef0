import { afterEach, expect, test, vi } from 'vitest';
import { runStep } from './run-step.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const script = (code: string) => [process.execPath, '-e', code];

test('a step whose output is held back shows it once it is over, if it failed', async () => {
  const told = vi.spyOn(console, 'log').mockReturnValue();
  const code = 'console.log("said"); console.error("complained"); process.exitCode = 3';
  const running = runStep('broken', script(code), { isHeldBack: true });
  expect(told).not.toHaveBeenCalled();
  expect(await running).toBe(false);
  expect(told.mock.calls.join('\n')).toMatch(
    /== broken\nsaid\ncomplained\n[^]*== broken: FAILED after \d+ s/,
  );
  told.mockClear();
  const withEnv = { isHeldBack: true, env: { WORD: 'here' } };
  expect(await runStep('fine', script('if (process.env.WORD !== "here") throw 1'), withEnv)).toBe(
    true,
  );
  expect(told.mock.calls.join('\n')).toMatch(/^== fine: passed after \d+ s$/);
});

test('a step whose program is missing is an error of the run', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await expect(runStep('gone', ['no-such-program'], { isHeldBack: true })).rejects.toThrow(
    'ENOENT',
  );
});
