import { referenceKey } from '../descriptor/access.ts';
import { checkField } from '../descriptor/field-check.ts';
import { isRecordId } from '../descriptor/record-check.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import type { Field } from '../fields/field.ts';
import { problem, type Problem } from '../fields/problem.ts';
import type { ImportParts, ImportTarget } from './import-parts.ts';

/** The `_id` a written reference means, or that it means two records; undefined when none is there. */
export type Target = { id: string } | { problem: Problem } | undefined;

export type ReferenceFinder = {
  /** Looks up all at once, one or two statements per resource; `find` answers from what was found. */
  lookUp(references: Iterable<ReadonlyMap<Field, unknown>>): Promise<void>;
  find(field: Field, written: string | number): Target;
};

/** Enough for every key of a list people refer to, and a steady amount of memory. */
const MAX_REMEMBERED = 50_000;

/**
 * Finds the records that files refer to, by the import key of their resource or
 * by `_id`. What was found is remembered for the length of one import; what was
 * not may come with a later row.
 */
export function createReferenceFinder(parts: ImportParts, target: ImportTarget): ReferenceFinder {
  let remembered = new Map<string, Target>();

  async function lookUp(references: Iterable<ReadonlyMap<Field, unknown>>): Promise<void> {
    if (remembered.size > MAX_REMEMBERED) remembered = new Map();
    for (const [to, written] of gather(parts, references)) {
      const unknown = [...written].filter((value) => !remembered.get(nameOf(to, value)));
      if (unknown.length > 0) await lookUpIn(to, unknown);
    }
  }

  async function lookUpIn(to: Resource, written: readonly (string | number)[]): Promise<void> {
    const key = referenceKey(parts.descriptor, parts.role, to);
    const byKey = key === '_id' ? new Map() : await findByKey(target, to, key, written);
    const ids = written.map(String).filter(isRecordId);
    const found = ids.length === 0 ? [] : await target.findMany(to, '_id', ids, []);
    const byId = new Set(found.map((record) => record._id));
    for (const value of written) {
      remembered.set(
        nameOf(to, value),
        choose(key, byKey.get(value), byId.has(String(value)) ? String(value) : undefined),
      );
    }
  }

  return {
    lookUp,
    find(field, written) {
      const to = relationOf(parts, field);
      return to && remembered.get(nameOf(to, written));
    },
  };
}

/** The keys or ids in a reference as written; what is neither is left for the field to refuse. */
export function writtenIn(value: unknown): (string | number)[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter(
    (item) => (typeof item === 'string' && item !== '') || typeof item === 'number',
  );
}

export function relationOf(parts: ImportParts, field: Field): Resource | undefined {
  const relation = field.kind.relation?.(field.settings);
  return relation && parts.descriptor.resources.get(relation.to);
}

function gather(parts: ImportParts, references: Iterable<ReadonlyMap<Field, unknown>>) {
  const gathered = new Map<Resource, Set<string | number>>();
  for (const ofRow of references) {
    for (const [field, value] of ofRow) {
      const to = relationOf(parts, field);
      if (!to) continue;
      let written = gathered.get(to);
      if (!written) gathered.set(to, (written = new Set()));
      for (const item of writtenIn(value)) written.add(item);
    }
  }
  return gathered;
}

/** Keys are compared as their field keeps them: an e-mail address in capitals is the same address. */
async function findByKey(
  target: ImportTarget,
  to: Resource,
  key: string,
  written: readonly (string | number)[],
): Promise<Map<string | number, string>> {
  const field = to.fields.get(key);
  const kept = new Map<unknown, (string | number)[]>();
  for (const value of written) {
    const form = field && keptForm(field, value);
    if (form !== undefined) kept.set(form, [...(kept.get(form) ?? []), value]);
  }
  const ids = new Map<string | number, string>();
  if (kept.size === 0) return ids;
  for (const record of await target.findMany(to, key, [...kept.keys()], [key])) {
    for (const value of kept.get(record[key]) ?? []) ids.set(value, record._id);
  }
  return ids;
}

/** A key as its field keeps it, also of a number written as text; undefined when it can be no key. */
export function keptForm(key: Field, written: unknown): unknown {
  const { text } = key.kind;
  const values =
    typeof written === 'string' ? [written, text.read(written, key.settings)] : [written];
  for (const value of values) {
    const checked = checkField(key, value);
    if ('value' in checked) return checked.value ?? undefined;
  }
  return undefined;
}

function choose(key: string, byKey: string | undefined, byId: string | undefined): Target {
  if (byKey !== undefined && byId !== undefined && byKey !== byId) {
    return { problem: problem('I011', '', { key }) };
  }
  const id = byKey ?? byId;
  return id === undefined ? undefined : { id };
}

function nameOf(to: Resource, written: string | number): string {
  return `${to.name} ${JSON.stringify(written)}`;
}
