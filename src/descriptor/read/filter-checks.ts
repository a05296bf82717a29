import type { Problem } from '../../fields/problem.ts';
import { isObject } from '../json-object.ts';
import { readWhere } from '../filter/where.ts';
import type { Draft, DraftResource } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import { valueAt } from './schema-at.ts';
import type { Path } from './source-text.ts';

/**
 * What is wrong with a filter declared at `path`, each at its own line: a field,
 * an operator or a value the lists would refuse too. A field that has problems
 * itself is asked nothing more. What is no filter was refused by the grammar. With `resources` it may ask of
 * other records, as only lists do.
 */
export function checkFilter(
  resource: DraftResource,
  where: unknown,
  path: Path,
  resources?: Draft['resources'],
): Found[] {
  if (!isObject(where)) return [];
  const read = readWhere({ resource, ...(resources && { resources }) }, where);
  if (!('problems' in read)) return [];
  return read.problems.flatMap((problem) => {
    const inside = toPath(where, problem.path.split('.').slice(1).join('.'));
    if (isAboutBroken(resource, where, inside, problem)) return [];
    const at = keyed.has(problem.code) && inside.at(-1) !== '$field' ? 'key' : 'value';
    const params = { resource: resource.name, reason: problem.message };
    return [found('D029', [...path, ...inside], params, problem.hint, at)];
  });
}

/** Rules are asked before anything is written, and of what is computed nobody knows then. */
export function checkWritten(
  { fields }: DraftResource,
  names: readonly string[],
  path: Path,
  where: string,
): Found[] {
  return names
    .filter((name) => fields.get(name)?.computed !== undefined)
    .map((value) => found('D046', path, { value, where }));
}

/** Unknown fields and operators stand in the key. */
const keyed: ReadonlySet<Problem['code']> = new Set(['Q002', 'Q003']);

function isAboutBroken(
  resource: DraftResource,
  where: unknown,
  inside: Path,
  { code }: Problem,
): boolean {
  if (code !== 'Q002') return false;
  const last = inside.at(-1);
  const name = String(last === '$field' ? valueAt(where, inside) : last);
  const [field = ''] = name.split(/[._]/);
  return resource.fieldNames.includes(field) && !resource.fields.has(field);
}

/** `or.0.tagtog.id_eq` → the steps to it; a key may have dots itself. */
function toPath(where: unknown, dotted: string): (string | number)[] {
  if (dotted === '') return [];
  const keys = isObject(where) || Array.isArray(where) ? Object.keys(where) : [];
  const key = keys.find((each) => dotted === each || dotted.startsWith(`${each}.`));
  if (key === undefined) return [];
  const step = Array.isArray(where) ? Number(key) : key;
  return [step, ...toPath(valueAt(where, [step]), dotted.slice(key.length + 1))];
}
