/** Selected rows: these ids, or with `isAll` everything the view shows except these. */
export interface Selection {
  isAll: boolean;
  ids: ReadonlySet<string>;
}

export const NOTHING_SELECTED: Selection = { isAll: false, ids: new Set() };
export const ALL_SELECTED: Selection = { isAll: true, ids: new Set() };

export function isSelected({ isAll, ids }: Selection, id: string): boolean {
  return ids.has(id) !== isAll;
}

export function countSelected({ isAll, ids }: Selection, total: number): number {
  return isAll ? Math.max(0, total - ids.size) : ids.size;
}

/** Selects these or, with `isOn` false, deselects them. */
export function withRows(
  { isAll, ids }: Selection,
  rows: readonly string[],
  isOn: boolean,
): Selection {
  const next = new Set(ids);
  for (const id of rows) {
    if (isOn === isAll) next.delete(id);
    else next.add(id);
  }
  return { isAll, ids: next };
}

export function toggled(selection: Selection, id: string): Selection {
  return withRows(selection, [id], !isSelected(selection, id));
}
