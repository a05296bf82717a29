import type { Problem } from '../../../fields/problems/problem.ts';
import { isObject } from '../../json-object.ts';
import type { ExpressionProblem } from '../../expression/expression.ts';
import type { CheckScope } from '../../filter/query-term.ts';
import { toExpressionFlaw } from './computed-checks.ts';
import { readWhere } from '../../filter/where.ts';
import { isBroken, type Draft, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import { valueAt } from '../schema-at.ts';
import type { Path } from '../source-text.ts';
import { readsOf } from '../../expression/paths.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';

export type FilterScope = Omit<CheckScope, 'resource' | 'resources' | 'owner'> & {
  resource: DraftResource;
  resources?: Draft['resources'];
  owner?: DraftResource;
};

/**
 * Checks a filter declared at `path` and reports each problem at its own line: every
 * field, operator or value that lists would also reject. It skips fields that have
 * problems themselves, and values that are not objects, which the grammar rejects.
 * With `resources` in its scope the filter may refer to other records, which only lists and
 * references support. `owner` has the reference, and `$field` names its fields.
 */
export function checkFilter(scope: FilterScope, where: unknown, path: Path): Flaw[] {
  if (!isObject(where)) return [];
  const { resource, owner } = scope;
  const read = readWhere(scope, where);
  if (!('problems' in read)) return [];
  return read.problems.flatMap((problem) => {
    const inside = toPath(where, problem.path.split('.').slice(1).join('.'));
    const wrong = toExpressionProblem(problem);
    if (wrong) return [toExpressionFlaw(wrong, [...path, ...inside])];
    const isOther = inside.at(-1) === '$field';
    const subject = (isOther && owner) || resource;
    if (isAboutBroken(subject, where, inside, problem)) return [];
    if (isOther && owner && problem.code === 'Q002') {
      const value = String(valueAt(where, inside));
      const params = { value, resource: owner.name };
      return [flaw('D011', [...path, ...inside], params, problem.hint)];
    }
    const at = keyed.has(problem.code) && !isOther ? 'key' : 'value';
    const params = { resource: resource.name, reason: problem.message };
    return [{ ...flaw('D029', [...path, ...inside], params, problem.hint), at }];
  });
}

/** The problem of a condition that is an expression (`expression-term.ts`); undefined for others. */
function toExpressionProblem({ params = {}, hint }: Problem): ExpressionProblem | undefined {
  const { reason, inside, wrong } = params;
  if (inside === undefined) return undefined;
  const kind = wrong === 'name' || wrong === 'kind' ? wrong : 'form';
  return { message: String(reason), hint, at: Number(inside), wrong: kind };
}

/** Rejects computed fields in rules. Rules are checked before a write, when computed values are not known yet. */
export function checkNotComputed(
  resources: Draft['resources'],
  owner: DraftResource,
  names: readonly string[],
  path: Path,
): Flaw[] {
  return names.flatMap((value) => {
    const field = owner.fields.get(value);
    if (!isDerived(field)) return [];
    const reads = readsOf(resources, owner, field?.computed ?? '') ?? [];
    const own = new Set(reads.filter(({ isBeyond }) => !isBeyond).map(({ path: at }) => `$${at}`));
    const hint = own.size > 0 ? `use what it is computed from: ${[...own].join(', ')}` : undefined;
    return flaw('D046', path, { value, where: 'a filter' }, hint);
  });
}

/** Problems with unknown fields and operators point at the key. */
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
  return isBroken(resource, field);
}

/** Converts `or.0.tagtog.id_eq` into the steps of a path. A key may contain dots itself. */
function toPath(where: unknown, dotted: string): (string | number)[] {
  if (dotted === '') return [];
  const keys = isObject(where) || Array.isArray(where) ? Object.keys(where) : [];
  const key = keys.find((each) => dotted === each || dotted.startsWith(`${each}.`));
  if (key === undefined) return [];
  const step = Array.isArray(where) ? Number(key) : key;
  return [step, ...toPath(valueAt(where, [step]), dotted.slice(key.length + 1))];
}
