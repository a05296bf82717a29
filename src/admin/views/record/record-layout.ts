import type { Text, Field } from '../../../fields/field.ts';
import type { ResourceView } from '../use-resource.ts';

export type LaidTab = {
  /** Of the descriptor; absent for what the descriptor put on no tab. */
  label?: Text;
  fields: readonly Field[];
};

/**
 * The tabs of a record as the user may see them. A field the descriptor forgot to
 * put on a tab comes on one of its own, so that nothing a record has is out of reach.
 */
export function toLayout({ resource, readable }: ResourceView): readonly LaidTab[] {
  const byName = new Map(readable.map((field) => [field.name, field]));
  const tabs: LaidTab[] = resource.form.map((tab) => ({
    label: tab.label,
    fields: tab.fields.map((name) => byName.get(name)).filter((field) => field !== undefined),
  }));
  const placed = new Set(tabs.flatMap((tab) => tab.fields));
  const left = readable.filter((field) => !placed.has(field));
  return [...tabs, { fields: left }].filter((tab) => tab.fields.length > 0);
}
