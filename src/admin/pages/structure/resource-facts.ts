import type { Action } from '../../../descriptor/actions.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { filterWords } from './filter-words.ts';
import { sayRoles } from './say-roles.ts';
import type { Words } from './words.ts';

/** What is declared of a resource besides its fields: what it was called, rules, lists, actions. */
export type Fact = { kind: 'was' | 'unique' | 'check' | 'child' | 'action'; text: string };

export function toFacts(descriptor: Descriptor, resource: Resource, words: Words): Fact[] {
  const { tell, say } = words;
  const labelOf = (of: Resource, name: string): string => {
    const field = of.fields.get(name);
    return field ? say(field.label) : name;
  };
  const { was } = descriptor.source.resources[resource.name];
  return [
    ...(was === undefined ? [] : [{ kind: 'was' as const, text: String(was) }]),
    ...resource.unique.map((names) => ({
      kind: 'unique' as const,
      text: names.map((name) => labelOf(resource, name)).join(', '),
    })),
    ...resource.checks.map(({ check, message }) => ({
      kind: 'check' as const,
      text: `${filterWords(resource, check.unresolved, words)} — ${say(message)}`,
    })),
    ...resource.children.flatMap((child) => {
      const other = descriptor.resources.get(child.resource);
      if (!other) return [];
      const values = { name: say(child.label ?? other.label), field: labelOf(other, child.field) };
      return [{ kind: 'child' as const, text: tell('facts.childBy', values) }];
    }),
    ...resource.actions.map((action) => ({
      kind: 'action' as const,
      text: sayAction(descriptor, action, words),
    })),
  ];
}

function sayAction(descriptor: Descriptor, action: Action, words: Words): string {
  const { tell, say } = words;
  const asked = [...action.form.values()].map(({ label }) => say(label));
  return [
    `${say(action.label)}: ${action.method} ${action.path}`,
    tell('facts.by', { value: sayRoles(descriptor, action.roles, words) }),
    ...(asked.length > 0 ? [tell('facts.asks', { value: asked.join(', ') })] : []),
    ...(action.confirm ? [tell('facts.confirms', { value: say(action.confirm) })] : []),
    ...(action.bulk ? [tell('facts.bulk')] : []),
  ].join('; ');
}
