import { referenceKey } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { findById, findByKey } from './find-by-key.ts';
import { findByTitle, hasTitles } from './find-by-title.ts';
import type { ImportParts, ImportTarget, Naming } from '../import-parts.ts';
import type { TargetNaming } from '../rows/target-columns.ts';

/** The `_id` that a written reference means, or a problem if it means several records; undefined if there is none. */
export type Target = { id: string } | { problem: Problem } | undefined;

export type ReferenceFinder = ReturnType<typeof createReferenceFinder>;

/** How a file names the records that each field refers to. */
export type Namings = ReadonlyMap<string, Naming & TargetNaming>;

/** The name by which a column refers to records: of any kind, of one kind, or in one unique field. */
type Way = { by?: Naming['by']; unique?: string | undefined };

/** Enough for every key of a list that people refer to, in a limited amount of memory. */
const MAX_REMEMBERED = 50_000;

/**
 * Finds the records that files refer to: by import key, by `_id`, or otherwise by title. It
 * remembers found records for the length of one import; missing ones may come with a later row.
 */
export function createReferenceFinder(parts: ImportParts, target: ImportTarget, namings: Namings) {
  let remembered = new Map<string, Target>();
  const wayOf = ({ name }: Field): Way => namings.get(name) ?? {};

  /** Looks up all references at once, with a few statements per resource; `find` returns the results. */
  async function findGathered(references: Iterable<ReadonlyMap<Field, unknown>>): Promise<void> {
    if (remembered.size > MAX_REMEMBERED) remembered = new Map();
    for (const { to, way, written } of gather(parts, references, wayOf)) {
      const unknown = [...written].filter((value) => !remembered.get(nameOf(to, way, value)));
      if (unknown.length > 0) await findIn(to, way, unknown);
    }
  }

  async function findIn(to: Resource, way: Way, written: readonly (string | number)[]) {
    const { by, unique } = way;
    const key = unique === undefined ? referenceKey(parts.descriptor, parts.role, to) : [unique];
    const hasKey = !key.includes('_id');
    const isBy = (one: Naming['by']) => by === undefined || by === one;
    const byKey =
      hasKey && isBy('key')
        ? await findByKey({ ...parts, target }, to, key, written)
        : new Map<string | number, string>();
    const isById = isBy('_id') || (by === 'key' && !hasKey);
    const byId = isById ? await findById({ target }, to, written) : new Map<string, string>();
    const others = written.filter((value) => !byKey.has(value) && !byId.has(String(value)));
    const mayBeTitles = isBy('title') && others.length > 0;
    const titled =
      mayBeTitles && hasTitles(parts.descriptor, parts.role, to)
        ? await findByTitle(target, to, others.map(String))
        : new Map<string, string[]>();
    for (const value of written) {
      const text = String(value);
      const match = choose(key, byKey.get(value), byId.get(text)) ?? chooseTitled(titled.get(text));
      remembered.set(nameOf(to, way, value), match);
    }
  }

  return {
    lookUp: findGathered,
    find(field: Field, written: string | number): Target {
      const to = targetResourceOf(parts, field);
      return to && remembered.get(nameOf(to, wayOf(field), written));
    },
    /** Adds a record that exists from now on. */
    remember(field: Field, written: string | number, id: string): void {
      const to = targetResourceOf(parts, field);
      if (to) remembered.set(nameOf(to, wayOf(field), written), { id });
    },
  };
}

/** The keys, IDs or titles in a written reference; other values are left for the field to reject. */
export function writtenKeys(value: unknown): (string | number)[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter(
    (item) => (typeof item === 'string' && item !== '') || typeof item === 'number',
  );
}

export function targetResourceOf(parts: ImportParts, field: Field): Resource | undefined {
  const relation = field.kind.relation?.(field.settings);
  return relation && parts.descriptor.resources.get(relation.to);
}

type Gathered = { to: Resource; way: Way; written: Set<string | number> };

function gather(
  parts: ImportParts,
  references: Iterable<ReadonlyMap<Field, unknown>>,
  wayOf: (field: Field) => Way,
): Iterable<Gathered> {
  const gathered = new Map<string, Gathered>();
  for (const ofRow of references) {
    for (const [field, value] of ofRow) {
      const to = targetResourceOf(parts, field);
      if (!to) continue;
      const way = wayOf(field);
      const name = calledBy(to, way);
      let group = gathered.get(name);
      if (!group) gathered.set(name, (group = { to, way, written: new Set() }));
      for (const item of writtenKeys(value)) group.written.add(item);
    }
  }
  return gathered.values();
}

function choose(
  key: readonly string[],
  byKey: string | undefined,
  byId: string | undefined,
): Target {
  if (byKey !== undefined && byId !== undefined && byKey !== byId) {
    return { problem: problem('I011', '', { key: key.join(', ') }) };
  }
  const id = byKey ?? byId;
  return id === undefined ? undefined : { id };
}

function chooseTitled(ids: readonly string[] = []): Target {
  if (ids.length > 1) return { problem: problem('I031', '', { count: ids.length }) };
  return ids[0] === undefined ? undefined : { id: ids[0] };
}

function nameOf(to: Resource, way: Way, written: string | number): string {
  return `${calledBy(to, way)} ${JSON.stringify(written)}`;
}

function calledBy(to: Resource, { by, unique = '' }: Way): string {
  return `${to.name} ${by ?? ''} ${unique}`;
}
