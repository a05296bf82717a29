import type { App, Group } from '../../../descriptor/descriptor.ts';
import type { MenuEntry } from '../menu-entry.ts';

/** The entries of the menu: those without a group first, then group by group, as the descriptor has them. */
type MenuParts = {
  alone: readonly MenuEntry[];
  groups: readonly { group: Group; entries: readonly MenuEntry[] }[];
};

export function toMenuParts({ groups }: App, listed: readonly MenuEntry[]): MenuParts {
  const keys = new Set(groups.map(({ key }) => key));
  return {
    alone: listed.filter(({ group }) => group === undefined || !keys.has(group)),
    groups: groups
      .map((group) => ({
        group,
        entries: listed.filter((entry) => entry.group === group.key),
      }))
      .filter(({ entries }) => entries.length > 0),
  };
}

/** Whether every word that was typed is in the label. */
export function isFound(label: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => label.toLowerCase().includes(word));
}
