type Place = { active: number; count: number; pageSize: number };

/** Where a key leads in a list; undefined for a key that leads nowhere. */
export function placeAfterKey(key: string, { active, count, pageSize }: Place): number | undefined {
  const last = count - 1;
  const within = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return within(active + 1);
    case 'ArrowUp':
      return within(active - 1);
    case 'PageDown':
      return within(active + pageSize);
    case 'PageUp':
      return within(active - pageSize);
    case 'Home':
      return 0;
    case 'End':
      return within(last);
    default:
      return undefined;
  }
}
