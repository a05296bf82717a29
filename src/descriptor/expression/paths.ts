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

/** Undefined where there is no such field. What a reference refers to is looked up by who asks. */
export function findWay(resource: Fields, path: string): Way {
  const own = findField(resource, path);
  if (own) return { own, path };
  const dot = path.indexOf('.');
  const reference = dot < 0 ? undefined : findField(resource, path.slice(0, dot));
  const relation = reference?.kind.relation?.(reference.settings);
  if (!reference || !relation || relation.many) return undefined;
  return { reference, to: relation.to, rest: path.slice(dot + 1) };
}

/** What the value of a field is to an expression; undefined where it holds many, a structure, or refers elsewhere. */
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

/** Does a computed field read its own record only? Then its value changes with the record and not otherwise. */
export function isOwn(resource: Pick<Resource, 'name' | 'fields'>, field: Field): boolean {
  const { paths, counts } = readsOf(field.computed ?? '');
  return counts.length === 0 && paths.every((path) => 'own' in (findWay(resource, path) ?? {}));
}

/** What an expression asks for: paths such as `year` and `source.year`, and what it counts. */
type Reads = { paths: readonly string[]; counts: readonly string[] };

/**
 * What the expression of a computed field reads. By its words alone, which is little enough for the
 * browser; one that cannot be read reads nothing.
 */
export function readsOf(expression: string): Reads {
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

// Asked for every role and field; there are as many expressions as the descriptors of this process have.
const known = new Map<string, Reads>();

/**
 * Whether whoever `sees` so much may see a computed field: only where they see all it reads, or its
 * values would tell what is hidden. Of a reference that is itself, and the field behind it; of a
 * count the field that refers here.
 */
export function mayCompute(
  { resources }: Pick<Descriptor, 'resources'>,
  resource: Resource,
  { computed = '' }: Field,
  sees: (resource: Resource, field: string) => boolean,
): boolean {
  const { paths, counts } = readsOf(computed);
  const seesIn = (name: string, field: string): boolean => {
    const other = resources.get(name);
    return other !== undefined && sees(other, field);
  };
  return (
    paths.every((path) => {
      const way = findWay(resource, path);
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
