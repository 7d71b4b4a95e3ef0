/** Brings what Tab leads to onto the screen whole; browsers are content with a part of it, which may lie under a bar. */
export function showFocusWhole(): void {
  addEventListener('keyup', ({ key }) => {
    if (key !== 'Tab') return;
    document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
