import type { Resource } from '../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type {
  FoundRecord,
  ImportParts,
  ImportTarget,
  ImportWrite,
  TryingTarget,
} from '../import-parts.ts';
import { isKey } from '../../../descriptor/title.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { removeOldest } from '../../../fields/require-entry.ts';

type Values = Readonly<Record<string, unknown>>;

/** The last records written that are kept whole. Of earlier ones only the fields remain that find them. */
const MAX_WHOLE_RECORDS = 10_000;

/**
 * Creates a target that writes nothing but behaves as if it had: it finds new records by their keys, and
 * changed ones by their new values. A row that repeats a much earlier one may therefore count as a change
 * although it would change nothing. `keys` are the fields by which records are looked up together.
 */
export function createDryRun(
  target: TryingTarget,
  keys: ReadonlyMap<Resource, readonly (readonly string[])[]> = new Map(),
  isComing?: ImportParts['isComing'],
): ImportTarget {
  const shadows = createShadows(target, keys);
  return {
    settle: (...args) => target.settle(...args),
    calculate: (...args) => target.calculate(...args),

    async findMany(resource, path, values, fields) {
      const records = new Map<string, FoundRecord>();
      for (const record of await target.findMany(resource, path, values, fields)) {
        const shadow = shadows.get(resource, record._id);
        if (!shadow || !(path in shadow) || shadow[path] === record[path])
          records.set(record._id, shadows.over(resource, record));
      }
      for (const value of values) {
        const shadow =
          path === '_id'
            ? shadows.get(resource, String(value))
            : shadows.find(resource, path, value);
        if (shadow && shadow[path] === value && !records.has(shadow._id))
          records.set(shadow._id, shadows.over(resource, shadow));
      }
      return [...records.values()];
    },

    async findTogether(resource, names, tuples) {
      const records = new Map<string, FoundRecord>();
      for (const record of await target.findTogether(resource, names, tuples)) {
        const shadow = shadows.get(resource, record._id);
        const isUnchanged = !shadow || names.every((name) => !(name in shadow));
        if (isUnchanged) records.set(record._id, record);
      }
      for (const tuple of tuples) {
        const shadow = shadows.find(resource, names.join('+'), tuple);
        const isTheirs = shadow && names.every((name, at) => isSameJson(shadow[name], tuple[at]));
        if (isTheirs) records.set(shadow._id, shadow);
      }
      return [...records.values()];
    },

    async writeMany(resource, writes, by) {
      await shadows.readTogether(resource, writes);
      const tried = isComing
        ? writes.map((one) => ({ ...one, values: withoutComing(resource, one.values, isComing) }))
        : writes;
      const found = (await target.tryMany?.(resource, tried, by)) ?? [];
      const broken = found.map((problems, at) =>
        withoutLeft(problems, writes[at]?.values, tried[at]?.values),
      );
      for (const [at, write] of writes.entries()) if (!broken[at]) shadows.write(resource, write);
      return writes.map(({ id }, at) => {
        const problems = broken[at];
        return problems ? { failure: 'invalid', problems } : { id };
      });
    },
  };
}

/**
 * Creates the memory of what a dry run would have written: of each record the fields that find it, and the last ones
 * whole. `keys` are the fields by which records are found together, besides those that are unique together.
 */
function createShadows(
  target: Pick<ImportTarget, 'findMany'>,
  keys: ReadonlyMap<Resource, readonly (readonly string[])[]>,
) {
  const groupsOf = (resource: Resource): readonly (readonly string[])[] => [
    ...resource.unique,
    // By the key, other records refer to it.
    ...(resource.importKey.length > 1 ? [resource.importKey] : []),
    ...(keys.get(resource) ?? []),
  ];
  const byResource = new Map<Resource, Map<string, FoundRecord>>();
  const index = new Map<string, string>();
  const whole = new Map<string, Record<string, unknown>>();
  const get = (resource: Resource, id: string) => byResource.get(resource)?.get(id);
  const set = (resource: Resource, shadow: FoundRecord): void => {
    const own = byResource.get(resource) ?? new Map<string, FoundRecord>();
    byResource.set(resource, own.set(shadow._id, shadow));
  };
  const mergeWhole = (name: string, values: Record<string, unknown>): void => {
    const merged = { ...whole.get(name), ...values };
    whole.delete(name);
    whole.set(name, merged);
    if (whole.size > MAX_WHOLE_RECORDS) removeOldest(whole);
  };
  return {
    get,
    /** The shadow that has a value, or a tuple of them for a path of several names. */
    find(resource: Resource, path: string, value: unknown): FoundRecord | undefined {
      const id = index.get(nameOf(resource, path, value));
      return id === undefined ? undefined : get(resource, id);
    },
    /** A record with all that the dry run would have written over it. */
    over(resource: Resource, record: FoundRecord): FoundRecord {
      const written = whole.get(nameOf(resource, '_id', record._id));
      return { ...record, ...written, ...get(resource, record._id) };
    },
    /** Reads, for changed records, the fields that are only unique together with those that change. */
    async readTogether(resource: Resource, writes: readonly ImportWrite[]): Promise<void> {
      const names = [...new Set(groupsOf(resource).flat())];
      const changed = writes.filter(
        ({ id, values, expected }) =>
          expected !== undefined && !get(resource, id) && names.some((name) => name in values),
      );
      const ids = changed.map(({ id }) => id);
      const there = ids.length === 0 ? [] : await target.findMany(resource, '_id', ids, names);
      for (const record of there) set(resource, record);
    },
    write(resource: Resource, { id, values, expected }: ImportWrite): void {
      const before = get(resource, id);
      const version = before?._version ?? (typeof expected === 'number' ? expected : 0);
      const shadow: FoundRecord = { ...before, _id: id, _version: version + 1 };
      const groups = groupsOf(resource);
      for (const path of findable(resource, groups)) {
        if (!Object.hasOwn(values, path)) continue;
        shadow[path] = values[path];
        index.set(nameOf(resource, path, values[path]), id);
      }
      for (const names of groups) {
        const tuple = names.map((name) => shadow[name]);
        index.set(nameOf(resource, names.join('+'), tuple), id);
      }
      set(resource, shadow);
      mergeWhole(nameOf(resource, '_id', id), values);
    },
  };
}

/** The values without files that are not there yet. */
function withoutComing(
  { fields }: Resource,
  values: Values,
  isComing: (id: string) => boolean,
): Record<string, unknown> {
  const entries = Object.entries(values).filter(([name, value]) => {
    const { files } = fields.get(name)?.kind ?? {};
    const named = files && value ? files.of(value) : [];
    return !named.some(({ id }) => isComing(id));
  });
  return Object.fromEntries(entries);
}

/** The problems of a write, except those of values that it was tried without. */
function withoutLeft(
  problems: readonly Problem[] | undefined,
  values: Values = {},
  tried: Values = {},
): Problem[] | undefined {
  const left = problems?.filter(({ path }) => !(headOf(path) in values) || headOf(path) in tried);
  return left && left.length > 0 ? left : undefined;
}

function findable(resource: Resource, groups: readonly (readonly string[])[]): string[] {
  const fields = [...resource.fields.values()];
  return fields
    .filter((field) => field.unique || isKey(resource, field.name))
    .map((field) => field.name)
    .concat(groups.flat());
}

function nameOf(resource: Resource, path: string, value: unknown): string {
  return `${resource.name} ${path} ${JSON.stringify(value)}`;
}
