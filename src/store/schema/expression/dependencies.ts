import { requireRelation } from '../../../fields/type/require-relation.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { requireEntry } from '../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Expression } from '../../../descriptor/expression/expression.ts';
import { parsedDeclared } from '../../../descriptor/expression/parse-expression.ts';
import { isMaintained, resolvePath } from '../../../descriptor/expression/paths.ts';
import { splitPath } from '../../../descriptor/lookups.ts';
import { requireField } from '../../../descriptor/system-fields.ts';
import { quoteName } from '../../connection/sql.ts';
import { joinTable } from '../place.ts';

/** A table whose rows are part of a value elsewhere. */
export type Dependency = {
  table: string;
  /** The columns that the value reads. A row that comes or goes changes it too. */
  columns: Set<string>;
  /** The rows with the value that a row of the table, as `x`, is part of: joins, and their `_id`. */
  owners: Owners;
  /** The row refers to the value's record, perhaps through others; otherwise the value's record refers to the row. */
  isMember: boolean;
};

type Owners = { joins: readonly Join[]; id: string };

/** To the row of a table whose column has a value of the row before. By `_id` it goes along a reference, else against it. */
type Join = Link & { column: string };

/** A row that the value of a column, in SQL, refers to. */
type Link = { table: string; value: string };

/** From a row of a table, as `x`, along references to rows that a value reads; the next rows are `x1`, `x2` and so on. */
export type Chain = { table: string; links: readonly Link[] };

/** From the alias of a row to the rows of another table that depend on it. */
type Way = (alias: string, depth: number) => Owners;

/**
 * What the value of a maintained field is made of: the columns of its own record, and the other tables. Where it reads
 * a stored value, it depends on that column and no further.
 */
export function dependenciesOf(
  { resources }: Pick<Descriptor, 'resources'>,
  resource: Resource,
  expression: Expression,
): { own: Set<string>; others: Dependency[]; chains: readonly Chain[] } {
  const { own, others, ofMembers, add } = createCollection();
  const chains: Chain[] = [];
  walk(expression, resource, here, []);
  return { own, others: [...others.values()], chains };

  function walk(part: Expression, from: Resource, way: Way, run: readonly Chain[]): void {
    if (part.kind === 'path') follow(from, part.path, way, run);
    if (part.kind === 'call') for (const arg of part.args) walk(arg, from, way, run);
    if (part.kind !== 'rollup') return;
    const [name, field] = splitPath(part.of.path);
    const other = requireEntry(resources, name);
    const inner = linkFrom(other, field, (id, depth) => backTo(from, way, id, depth));
    const first = other.fields.get(headOf(field));
    const isList = first?.kind.relation?.(first.settings).many === true;
    const begun = isList ? goOn([], joinTable(name, first.name), 'owner', name) : [];
    for (const each of [part.value, part.where]) if (each) walk(each, other, inner, begun);
    for (const { path } of part.by) follow(other, path, inner, begun);
  }

  /** The chains that came here, one link longer, and one that begins here. */
  function goOn(run: readonly Chain[], table: string, column: string, to: string): Chain[] {
    const longer = [...run, { table, links: [] }].map(({ table: start, links }) => {
      const alias = links.length === 0 ? 'x' : `x${links.length}`;
      return {
        table: start,
        links: [...links, { table: to, value: `${alias}.${quoteName(column)}` }],
      };
    });
    chains.push(...longer);
    return longer;
  }

  function follow(from: Resource, path: string, way: Way, run: readonly Chain[]): void {
    const step = resolvePath(from, path);
    if (!step) return followMembers(from, path, way);
    if ('own' in step) return read(from, step.path, way, run);
    add(from.name, step.reference.name, way);
    const target = requireEntry(resources, step.to);
    const beyond: Way = (alias, depth) =>
      joinRow([from.name, quoteName(step.reference.name), `${alias}._id`], depth, way);
    if (ofMembers.has(way)) ofMembers.add(beyond);
    follow(target, step.rest, beyond, goOn(run, from.name, step.reference.name, step.to));
  }

  /** Through a list of references, as a filter may. */
  function followMembers(from: Resource, path: string, way: Way): void {
    const [head, rest] = splitPath(path);
    const { to } = requireRelation(requireField(from, head));
    const ofMember = addMembers(from, head, way);
    const members = joinTable(from.name, head);
    const beyond: Way = (alias, depth) =>
      joinRow([members, 'target', `${alias}._id`], depth, ofMember);
    if (ofMembers.has(way)) ofMembers.add(beyond);
    follow(requireEntry(resources, to), rest, beyond, goOn([], members, 'target', to));
  }

  /** The members of a list of references are rows of their own. Returns the way from them. */
  function addMembers(from: Resource, name: string, way: Way): Way {
    const ofMember: Way =
      way === here
        ? ofOwner
        : (alias, depth) => joinRow([from.name, '_id', `${alias}.owner`], depth, way);
    ofMembers.add(ofMember);
    for (const column of ['owner', 'target']) add(joinTable(from.name, name), column, ofMember);
    return ofMember;
  }

  function read(from: Resource, path: string, way: Way, run: readonly Chain[]): void {
    const field = requireField(from, path);
    // A generated column of the same row is not known yet when its triggers run.
    const hasColumn = field.stored && (way !== here || isMaintained(from, field));
    if (field.computed !== undefined && !hasColumn)
      return walk(parsedDeclared(field.computed), from, way, run);
    if (!field.kind.relation?.(field.settings).many) return add(from.name, headOf(path), way);
    addMembers(from, path, way);
  }

  /** The way from the rows of a table to those that its references, one or two in a row, lead to. */
  function linkFrom(from: Resource, path: string, end: (id: string, depth: number) => Owners): Way {
    const [head, rest] = splitPath(path);
    const { to, many } = requireRelation(requireField(from, head));
    const target = requireEntry(resources, to);
    const beyond = rest === '' ? undefined : linkFrom(target, rest, end);
    const onward = (id: string, depth: number): Owners =>
      beyond ? joinRow([target.name, '_id', id], depth, beyond) : end(id, depth);
    if (!many) {
      const way: Way = (alias, depth) => onward(`${alias}.${quoteName(head)}`, depth);
      ofMembers.add(way);
      add(from.name, head, way);
      return way;
    }
    const members = joinTable(from.name, head);
    const ofMember: Way = (alias, depth) => onward(`${alias}.target`, depth);
    ofMembers.add(ofMember);
    for (const column of ['owner', 'target']) add(members, column, ofMember);
    return (alias, depth) => joinRow([members, 'owner', `${alias}._id`], depth, ofMember);
  }
}

/** The row that has the value. */
const here: Way = (alias) => ({ joins: [], id: `${alias}._id` });

/** A member of one of its lists. */
const ofOwner: Way = (alias) => ({ joins: [], id: `${alias}.owner` });

/** What was found so far, and which ways lead from members to the value. */
function createCollection() {
  const own = new Set<string>();
  const others = new Map<string, Dependency>();
  const ofMembers = new Set<Way>([ofOwner]);
  const add = (table: string, column: string, way: Way): void => {
    if (way === here) return void own.add(column);
    const owners = way('x', 1);
    const key = JSON.stringify([table, owners]);
    const isMember = ofMembers.has(way);
    const dependency = others.get(key) ?? { table, columns: new Set(), owners, isMember };
    dependency.columns.add(column);
    others.set(key, dependency);
  };
  return { own, others, ofMembers, add };
}

/** From the `_id` of a row that is part of the value: the value's own row needs no join. */
function backTo(from: Resource, way: Way, id: string, depth: number): Owners {
  return way === here ? { joins: [], id } : joinRow([from.name, '_id', id], depth, way);
}

/** The way on from the row of a table whose column, in SQL, has a value. */
function joinRow(
  [table, column, value]: readonly [table: string, column: string, value: string],
  depth: number,
  way: Way,
): Owners {
  const next = `x${depth}`;
  const { joins, id } = way(next, depth + 1);
  return { joins: [{ table, column, value }, ...joins], id };
}

/** The joins of a way, in SQL, or its first few. */
export function joinsSql(joins: readonly Join[]): string {
  return joins
    .map(({ table, column, value }, at) => {
      const next = `x${at + 1}`;
      return ` join ${quoteName(table)} ${next} on ${next}.${column} = ${value}`;
    })
    .join('');
}
