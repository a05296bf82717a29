import { fieldName } from '../../../fields/type/to-field.ts';
import { systemFields } from '../../descriptor.ts';
import { type Draft, type DraftResource, asObject } from '../draft.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';

/** Checks the names of roles, resources and fields: form, reserved names, and names that differ only in case. */
export function checkNames(draft: Draft): Flaw[] {
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

function checkFieldNames(resource: DraftResource): Flaw[] {
  const path = ['resources', resource.name, 'fields'];
  const count = resource.fieldNames.length;
  return [
    ...(count > MOST_FIELDS ? [keyFlaw('D054', path, { count, max: MOST_FIELDS })] : []),
    ...resource.fieldNames.flatMap((name) => checkFieldName(name, [...path, name])),
    ...checkTwins(resource.fieldNames, path),
    ...[...resource.fields.values()].flatMap((field) => {
      const isTable = field.kind.relation?.(field.settings).many;
      const table = `${resource.name}__${field.name}`;
      return isTable && table.length > longestTable
        ? [keyFlaw('D022', [...path, field.name], { table, max: longestTable })]
        : [];
    }),
  ];
}

/** Checks the form of the name of a field, and that the system does not reserve it. */
export function checkFieldName(name: string, path: Path): Flaw[] {
  if (isReservedField(name)) {
    return [keyFlaw('D009', path, { value: name })];
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

/** Checks the form of the name of a collection, a field or a role. */
export function checkForm(name: string, path: Path): Flaw[] {
  if (fieldName.safeParse(name).success) return [];
  const reason = reasons.find(({ fails }) => fails(name))?.reason ?? 'JavaScript reserves it';
  return [keyFlaw('D008', path, { reason })];
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
function checkTwins(names: readonly string[], path: Path): Flaw[] {
  return names.flatMap((name, index) => {
    const twin = names.slice(0, index).find((other) => other.toLowerCase() === name.toLowerCase());
    return twin === undefined ? [] : [keyFlaw('D015', [...path, name], { other: twin })];
  });
}

/** Checks previous names (`was`): each must be free now, and only one declaration may have it. */
export function checkFormerNames(draft: Draft): Flaw[] {
  return [
    ...checkPreviousNames(draft.source.roles, ['roles']),
    ...checkPreviousNames(draft.source.resources, ['resources']),
    ...[...draft.resources.values()].flatMap(({ name, declared }) =>
      checkPreviousNames(declared.fields, ['resources', name, 'fields']),
    ),
  ];
}

function checkPreviousNames(declarations: unknown, path: Path): Flaw[] {
  const named = Object.entries(asObject(declarations));
  const taken = new Map<unknown, string>();
  return named.flatMap(([name, declaration]) => {
    const was = asObject(declaration).was;
    if (typeof was !== 'string') return [];
    const other = taken.get(was);
    taken.set(was, name);
    const isDeclared = named.some(([declared]) => declared === was);
    if (!isDeclared && other === undefined) return [];
    const reason = isDeclared
      ? 'which is still declared'
      : `which is already the previous name of ${other}`;
    return [flaw('D041', [...path, name, 'was'], { value: was, reason })];
  });
}
