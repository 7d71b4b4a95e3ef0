// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { leaveComposingAlone } from './composing-keys.ts';

leaveComposingAlone();

/** How often the page hears of a key that was pressed in a field. */
function heardOf(init: KeyboardEventInit): number {
  const hear = vi.fn<() => void>();
  const field = document.body.appendChild(document.createElement('input'));
  document.body.addEventListener('keydown', hear);
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  document.body.removeEventListener('keydown', hear);
  field.remove();
  return hear.mock.calls.length;
}

test.each(['Escape', 'Enter', 'ArrowDown', 'Tab', 'F6', 'k'])(
  'the app hears nothing of %s while a sign is composed',
  (key) => {
    expect(heardOf({ key, isComposing: true })).toBe(0);
    // Safari has ended the composition by then.
    expect(heardOf({ key, keyCode: 229 })).toBe(0);
    expect(heardOf({ key })).toBe(1);
  },
);
