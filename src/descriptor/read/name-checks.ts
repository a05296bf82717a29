import { fieldName } from '../../fields/to-field.ts';
import { systemFields } from '../descriptor.ts';
import { type Draft, type DraftResource, objectIn } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import type { Path } from './source-text.ts';

/** Checks the names of roles, resources and fields: form, reserved names, and names that differ only in case. */
export function checkNames(draft: Draft): Found[] {
  const resources = [...draft.resources.values()];
  return [
    ...[...draft.roles.keys()].flatMap((role) => checkForm(role, ['roles', role])),
    ...resources.flatMap(({ name }) => checkForm(name, ['resources', name])),
    ...checkTwins([...draft.resources.keys()], ['resources']),
    ...resources.flatMap(checkFieldNames),
  ];
}

/** A PostgreSQL table has at most 1,600 columns, including dropped ones, and the system needs some of them. */
const MOST_FIELDS = 1_500;

function checkFieldNames(resource: DraftResource): Found[] {
  const path = ['resources', resource.name, 'fields'];
  const count = resource.fieldNames.length;
  return [
    ...(count > MOST_FIELDS
      ? [found('D054', path, { count, max: MOST_FIELDS }, undefined, 'key')]
      : []),
    ...resource.fieldNames.flatMap((name) => checkFieldName(name, [...path, name])),
    ...checkTwins(resource.fieldNames, path),
    ...[...resource.fields.values()].flatMap((field) => {
      const isTable = field.kind.relation?.(field.settings).many;
      const table = `${resource.name}__${field.name}`;
      return isTable && table.length > longestTable
        ? [found('D022', [...path, field.name], { table, max: longestTable }, undefined, 'key')]
        : [];
    }),
  ];
}

function checkFieldName(name: string, path: Path): Found[] {
  if (isReservedField(name)) {
    return [found('D009', path, { value: name }, undefined, 'key')];
  }
  return checkForm(name, path);
}

/** Whether the system reserves the name. */
export function isReservedField(name: string): boolean {
  return (systemFields as readonly string[]).includes(name) || reserved.has(name);
}

// `and`, `or`, `not`, `q`, `where` and `format` have a meaning in the address of a list, `id` in the screens.
const reserved: ReadonlySet<string> = new Set(['and', 'or', 'not', 'q', 'where', 'format', 'id']);

// PostgreSQL cuts off longer names, so two of them could become equal.
const longestTable = 63;

function checkForm(name: string, path: Path): Found[] {
  if (fieldName.safeParse(name).success) return [];
  const reason = reasons.find(({ fails }) => fails(name))?.reason ?? 'JavaScript reserves it';
  return [found('D008', path, { reason }, undefined, 'key')];
}

const reasons: readonly { fails: (name: string) => boolean; reason: string }[] = [
  { fails: (name) => name.length > 50, reason: 'it has more than 50 characters' },
  {
    fails: (name) => name.includes('_'),
    reason: 'underscores separate a field from an operator, as in year_gte',
  },
  { fails: (name) => !/^[a-z]/.test(name), reason: 'it must start with a lower-case letter' },
  {
    fails: (name) => !/^[A-Za-z0-9]*$/.test(name),
    reason: 'it can only contain the letters A–Z and digits',
  },
];

/** Reports names such as `casId` and `casID`: two columns of a table, but one in a hand-typed file. */
function checkTwins(names: readonly string[], path: Path): Found[] {
  return names.flatMap((name, index) => {
    const twin = names.slice(0, index).find((other) => other.toLowerCase() === name.toLowerCase());
    return twin === undefined
      ? []
      : [found('D015', [...path, name], { other: twin }, undefined, 'key')];
  });
}

/** Checks previous names (`was`): each must be free now, and only one declaration may have it. */
export function checkWas(draft: Draft): Found[] {
  return [
    ...checkPreviousNames(draft.source.resources, ['resources']),
    ...[...draft.resources.values()].flatMap(({ name, declared }) =>
      checkPreviousNames(declared.fields, ['resources', name, 'fields']),
    ),
  ];
}

function checkPreviousNames(declarations: unknown, path: Path): Found[] {
  const named = Object.entries(objectIn(declarations));
  const taken = new Map<unknown, string>();
  return named.flatMap(([name, declaration]) => {
    const was = objectIn(declaration).was;
    if (typeof was !== 'string') return [];
    const other = taken.get(was);
    taken.set(was, name);
    const isDeclared = named.some(([declared]) => declared === was);
    if (!isDeclared && other === undefined) return [];
    const reason = isDeclared
      ? 'which is still declared'
      : `which is already the previous name of ${other}`;
    return [found('D041', [...path, name, 'was'], { value: was, reason })];
  });
}
