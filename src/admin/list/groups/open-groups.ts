/** Which groups of all levels are open: those in `except`, or all others, which need not be loaded yet. */
export type OpenGroups = { isAll: boolean; except: ReadonlySet<string> };

export const noneOpen: OpenGroups = { isAll: false, except: new Set() };
export const allOpen: OpenGroups = { isAll: true, except: new Set() };

export function isGroupOpen({ isAll, except }: OpenGroups, key: string): boolean {
  return except.has(key) !== isAll;
}

/** Opens a group that is closed, and closes one that is open. */
export function toggleGroup({ isAll, except }: OpenGroups, key: string): OpenGroups {
  const next = new Set(except);
  if (!next.delete(key)) next.add(key);
  return { isAll, except: next };
}
