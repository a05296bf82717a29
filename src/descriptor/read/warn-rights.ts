import { requireEntry } from '../../fields/require-entry.ts';
import { toChoices, type ChoiceSettings, type ChoiceValue } from '../../fields/type/choice-list.ts';
import { mayDo, writableFields } from '../access.ts';
import { operations, type Descriptor, type Resource } from '../descriptor.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { isMany } from '../field-check.ts';
import { needsStore, type Filter } from '../filter/filter.ts';
import { flaw, type Flaw } from './grammar-problems.ts';

/**
 * Warns of a valid but surprising permission: a role may change a field, but never to some of its
 * choices, because the record would no longer match the filter of the role's own permissions.
 */
export function warnOfRights(descriptor: Descriptor): Flaw[] {
  return [...descriptor.resources.values()].flatMap((resource) =>
    Object.keys(resource.rowRights)
      .filter((role) => !descriptor.roles.get(role)?.all)
      .filter((role) => mayDo(descriptor, role, resource, 'update'))
      .flatMap((role) =>
        writableFields(descriptor, role, resource).flatMap((name) =>
          warnOfField(resource, role, name),
        ),
      ),
  );
}

/** The operations whose filters a record must meet after a change. */
const afterwards = operations.filter((operation) =>
  (['list', 'read', 'update'] as readonly string[]).includes(operation),
);

function warnOfField(resource: Resource, role: string, name: string): Flaw[] {
  const field = requireEntry(resource.fields, name);
  if (!('choices' in field.settings) || isMany(field)) return [];
  // A declared step may lead out of what its role sees.
  if (resource.states.has(name)) return [];
  const values = toChoices(field.settings as ChoiceSettings).map(({ value }) => value);
  return afterwards.flatMap((operation) => {
    const filter = resource.rowRights[role]?.[operation as 'update']?.unresolved;
    const never = filter ? values.filter((value) => !outcomes(filter, name, value).yes) : [];
    if (never.length === 0) return [];
    const path = ['resources', resource.name, 'permissions', role, operation];
    return [flaw('D055', path, { role, field: name, values: never.join(', ') })];
  });
}

/** Whether records with this value can match the filter, and can fail to, depending on their other values. */
function outcomes(filter: Filter, name: string, value: ChoiceValue): { yes: boolean; no: boolean } {
  if ('and' in filter) {
    const parts = filter.and.map((part) => outcomes(part, name, value));
    return { yes: parts.every(({ yes }) => yes), no: parts.some(({ no }) => no) };
  }
  if ('or' in filter) {
    const parts = filter.or.map((part) => outcomes(part, name, value));
    return { yes: parts.some(({ yes }) => yes), no: parts.every(({ no }) => no) };
  }
  if ('not' in filter) {
    const { yes, no } = outcomes(filter.not, name, value);
    return { yes: no, no: yes };
  }
  const isOpen = needsStore(filter) || filter.path !== name || filter.operands.some(isObject);
  if (isOpen) return { yes: true, no: true };
  const yes = evaluateFilter(filter, { [name]: value });
  return { yes, no: !yes };
}

/** Whether an operand depends on another field, or on a token of each request. */
function isObject(operand: unknown): boolean {
  return typeof operand === 'object';
}
