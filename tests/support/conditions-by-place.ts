import type { Descriptor, Resource } from '../../src/descriptor/descriptor.ts';
import type { DeclaredFilter } from '../../src/descriptor/filter/declared-filter.ts';
import type { Filter } from '../../src/descriptor/filter/filter.ts';
import { fromWhere, toWhere } from '../../src/descriptor/filter/filter-tree.ts';
import { readCondition } from '../../src/descriptor/filter/read-condition.ts';
import { readWhere } from '../../src/descriptor/filter/where.ts';
import { readConditions } from '../../src/descriptor/read/read-conditions.ts';
import { isObject } from '../../src/descriptor/json-object.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { requireEntry } from '../../src/fields/require-entry.ts';
import { compared } from './compared-things.ts';

/** The statements by which the server judges conditions. */
export type Way = 'list' | 'color' | 'settled' | 'trigger' | 'target' | 'constraint';

type Place = {
  by: Way;
  /** What the model has of the place: a filter that is read, or as the descriptor has it. */
  of(things: Resource, descriptor: Descriptor): readonly (DeclaredFilter | object | undefined)[];
};

/** Each place of a descriptor that takes a condition, by its name in docs/descriptor.md. */
export const places: Readonly<Record<string, Place>> = {
  'list.filter': { by: 'list', of: (things) => [things.list.filter] },
  'views[].filter': { by: 'list', of: (things) => things.views.map((view) => view.filter) },
  'app.dashboard[].filter': {
    by: 'list',
    of: (_, { app }) => app.dashboard.map((card) => card.filter),
  },
  'permissions.<role>.<operation>': {
    by: 'list',
    of: ({ rowRights }) => Object.values(rowRights['staff'] ?? {}),
  },
  'public.where': { by: 'list', of: ({ publicRows }) => [publicRows] },
  'public.create.when': { by: 'settled', of: ({ publicForm }) => [publicForm?.when] },
  'list.colors[].when': { by: 'color', of: (things) => things.list.colors.map(({ when }) => when) },
  'fields.<name>.filter': {
    by: 'target',
    of: ({ targetFilters }) => [targetFilters.get('itself')?.filter],
  },
  'fields.<name>.when': {
    by: 'trigger',
    of: ({ conditions }) => {
      const { beyond, shown, required, readOnly } = conditions.get('asked') ?? { beyond: {} };
      return [shown ?? beyond.shown, required ?? beyond.required, readOnly ?? beyond.readOnly];
    },
  },
  'fields.<name>.states.transitions[].when': {
    by: 'trigger',
    of: ({ states }) => states.get('state')?.transitions.map(({ when }) => when) ?? [],
  },
  'actions[].when': { by: 'settled', of: ({ actions }) => [actions[0]?.when] },
  'checks[].check': {
    by: 'trigger',
    of: ({ checks, storedChecks }) => [...checks, ...storedChecks].map(({ check }) => check),
  },
  'noOverlap[].where': {
    by: 'constraint',
    of: ({ noOverlap }) => noOverlap.map((one) => one.where),
  },
};

export type Asked = { place: string; by: Way; filter: Filter; where: unknown };

/** The same condition in each place, as the model has it. */
export function askEverywhere(text: string): Asked[] {
  const descriptor = declareEverywhere(text);
  const things = requireEntry(descriptor.resources, 'things');
  return Object.entries(places).flatMap(([place, { by, of }]) =>
    of(things, descriptor).map((where) => ({ place, by, where, filter: filterOf(where) })),
  );

  function filterOf(where: DeclaredFilter | object = {}): Filter {
    if ('unresolved' in where) return where.unresolved;
    const read = readWhere({ descriptor, role: 'admin', resource: things }, where);
    if ('problems' in read) throw new Error(`${text}: ${JSON.stringify(read.problems)}`);
    return 'filter' in read ? read.filter : { and: [] };
  }
}

/** The model of a descriptor that has the same condition everywhere. */
function declareEverywhere(text: string): Descriptor {
  const { label, ...fields } = compared.things.fields;
  const operations = ['list', 'read', 'create', 'update', 'delete', 'export'];
  const states = {
    initial: ['a'],
    transitions: [{ name: 'end', from: ['a'], to: 'b', when: text }],
  };
  const things = {
    ...compared.things,
    fields: {
      ...fields,
      label,
      itself: { ...fields.itself, filter: text },
      asked: { type: 'text', when: { shown: text, required: text, readOnly: text } },
      state: { type: 'choice', choices: ['a', 'b'], states },
    },
    list: { filter: text, colors: [{ when: text, color: 'danger', label: 'A' }] },
    views: [{ name: 'own', filter: text }],
    actions: [{ name: 'send', when: text }],
    checks: [{ check: text, message: 'no' }],
    noOverlap: [{ fields: ['owner'], from: 'day', to: 'day', where: text }],
    permissions: { staff: Object.fromEntries(operations.map((name) => [name, text])) },
    public: { fields: ['label'], where: text, create: { fields: ['label'], when: text } },
  };
  const declared = {
    app: { dashboard: [{ name: 'own', kind: 'count', resource: 'things', filter: text }] },
    roles: { admin: { all: true }, staff: {} },
    resources: { ...compared, things },
  };
  const { value, flaws } = readConditions(declared);
  if (flaws.length > 0 || !isObject(value)) throw new Error(`${text}: ${JSON.stringify(flaws)}`);
  return toDescriptor(value);
}

/** The filter of a condition, as it is read and as the builder writes it again. */
export function throughBuilder(
  resource: Resource,
  descriptor: Descriptor,
  text: string,
): [Filter, Filter] {
  const context = { descriptor, role: 'admin', resource };
  const read = readCondition(text);
  if ('problems' in read) throw new Error(`${text}: ${read.problems[0]?.message}`);
  const filterOf = (where: unknown): Filter => {
    const parsed = readWhere(context, where);
    if ('problems' in parsed) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
    return 'filter' in parsed ? parsed.filter : { and: [] };
  };
  const tree = fromWhere(context, read.where);
  return [filterOf(read.where), filterOf('tree' in tree ? toWhere(tree.tree) : undefined)];
}
