import type { Column } from '../../fields/field-type.ts';
import type { Field } from '../../fields/field.ts';
import type { Resource, Descriptor } from '../descriptor.ts';
import { findField } from '../system-fields.ts';
import type { ValueKind } from './expression.ts';
import { tokenize } from './tokenize.ts';

type Fields = Pick<Resource, 'name' | 'fields'>;

/** Where a path of an expression leads: into the record, or one step through a reference. */
type Way =
  { own: Field; path: string } | { reference: Field; to: string; rest: string } | undefined;

/** Resolves a path; undefined if the field does not exist. The caller looks up `rest` in the resource `to`. */
export function resolvePath(resource: Fields, path: string): Way {
  const own = findField(resource, path);
  if (own) return { own, path };
  const dot = path.indexOf('.');
  const reference = dot < 0 ? undefined : findField(resource, path.slice(0, dot));
  const relation = reference?.kind.relation?.(reference.settings);
  if (!reference || !relation || relation.many) return undefined;
  return { reference, to: relation.to, rest: path.slice(dot + 1) };
}

/** The kind of a field's value in an expression; undefined for many values, a structure or a reference. */
export function kindOfValue(field: Field): Exclude<ValueKind, 'nothing'> | undefined {
  const { sql, many = false } = field.kind.column(field.settings);
  return many || field.kind.relation ? undefined : kinds[sql];
}

const kinds: Record<Column['sql'], Exclude<ValueKind, 'nothing'> | undefined> = {
  text: 'text',
  bigint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'datetime',
  jsonb: undefined,
};

/** Whether a computed field reads only its own record. If so, its value changes only when the record does. */
export function readsOwnRecordOnly(
  resource: Pick<Resource, 'name' | 'fields'>,
  field: Field,
): boolean {
  const { paths, counts } = fieldsReadBy(field.computed ?? '');
  return counts.length === 0 && paths.every((path) => 'own' in (resolvePath(resource, path) ?? {}));
}

/** Whether the field's value at an earlier moment is known: what other records were like then is not looked up. */
export function isKnownInPast(resource: Pick<Resource, 'name' | 'fields'>, field: Field): boolean {
  return field.computed === undefined || readsOwnRecordOnly(resource, field);
}

/** The paths an expression reads, such as `year` and `source.year`, and the fields it counts. */
type Reads = { paths: readonly string[]; counts: readonly string[] };

/**
 * The fields that the expression of a computed field reads. It looks at tokens only and needs no
 * parser, which keeps it small enough for the browser. An unreadable expression reads nothing.
 */
export function fieldsReadBy(expression: string): Reads {
  const before = known.get(expression);
  if (before) return before;
  const read = tokenize(expression);
  const tokens = 'tokens' in read ? read.tokens : [];
  const paths = new Set<string>();
  const counts = new Set<string>();
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || words.has(text) || tokens[index + 1]?.text === '(') continue;
    const isCounted = tokens[index - 1]?.text === '(' && tokens[index - 2]?.text === 'count';
    (isCounted ? counts : paths).add(text);
  }
  const reads = { paths: [...paths], counts: [...counts] };
  known.set(expression, reads);
  return reads;
}

const words: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false', 'null']);

// Needed for every role and field. It holds only the expressions in the descriptors of this process.
const known = new Map<string, Reads>();

/**
 * Whether a caller with the access of `sees` may see a computed field. They must see every
 * field it reads, because its values would reveal hidden ones: for a path through a reference
 * both the reference and the field behind it, and for a count the field that refers here.
 */
export function mayCompute(
  { resources }: Pick<Descriptor, 'resources'>,
  resource: Resource,
  { computed = '' }: Field,
  sees: (resource: Resource, field: string) => boolean,
): boolean {
  const { paths, counts } = fieldsReadBy(computed);
  const seesIn = (name: string, field: string): boolean => {
    const other = resources.get(name);
    return other !== undefined && sees(other, field);
  };
  return (
    paths.every((path) => {
      const way = resolvePath(resource, path);
      if (!way) return false;
      if ('own' in way) return sees(resource, path);
      return sees(resource, way.reference.name) && seesIn(way.to, way.rest);
    }) &&
    counts.every((path) => {
      const [name = '', field = ''] = path.split('.');
      return seesIn(name, field);
    })
  );
}
