/** Is a click meant for something else than this input and what it has opened: its list, its menu, its calendar? */
export function isElsewhere(frame: HTMLElement | null, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || frame?.contains(target)) return false;
  return target.closest('[role="listbox"], [role="presentation"], [role="dialog"]') === null;
}
