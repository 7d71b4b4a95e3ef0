// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenBack } from './when-back.ts';

const run = vi.fn<() => void>();
const comeBack = () => window.dispatchEvent(new Event('online'));

beforeEach(() => {
  run.mockClear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('runs once when the browser says that the network is back', () => {
  whenBack(run);
  expect(run).not.toHaveBeenCalled();
  comeBack();
  comeBack();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});

test('runs once, too, if the browser never says it', () => {
  whenBack(run);
  vi.runAllTimers();
  comeBack();
  expect(run).toHaveBeenCalledOnce();
});

test('never runs for what is over', () => {
  const over = new AbortController();
  whenBack(run, over.signal);
  over.abort();
  comeBack();
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
});
