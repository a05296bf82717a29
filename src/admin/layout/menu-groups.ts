import type { App, Group, Resource } from '../../descriptor/descriptor.ts';

/** The entries of the menu: those without a group first, then group by group, as the descriptor has them. */
export type MenuParts = {
  alone: readonly Resource[];
  groups: readonly { group: Group; resources: readonly Resource[] }[];
};

export function toMenuParts({ groups }: App, listed: readonly Resource[]): MenuParts {
  const keys = new Set(groups.map(({ key }) => key));
  return {
    alone: listed.filter(({ group }) => group === undefined || !keys.has(group)),
    groups: groups
      .map((group) => ({
        group,
        resources: listed.filter((resource) => resource.group === group.key),
      }))
      .filter(({ resources }) => resources.length > 0),
  };
}

/** Whether every word that was typed is in the label. */
export function isFound(label: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => label.toLowerCase().includes(word));
}
