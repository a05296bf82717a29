import type { Resource } from '../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type {
  FoundRecord,
  ImportParts,
  ImportTarget,
  ImportWrite,
  TryingTarget,
} from '../import-parts.ts';
import { removeOldest } from '../../../fields/require-entry.ts';

/** The last records written that are kept whole. Of earlier ones only the fields remain that find them. */
const KEPT_WHOLE = 10_000;

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
  const shadows = new Map<Resource, Map<string, FoundRecord>>();
  const shadowsOf = (resource: Resource) => {
    let ownShadows = shadows.get(resource);
    if (!ownShadows) shadows.set(resource, (ownShadows = new Map()));
    return ownShadows;
  };
  const index = new Map<string, string>();
  const whole = new Map<string, Record<string, unknown>>();
  const mergeWhole = (name: string, values: Record<string, unknown>) => {
    const kept = { ...whole.get(name), ...values };
    whole.delete(name);
    whole.set(name, kept);
    if (whole.size > KEPT_WHOLE) removeOldest(whole);
  };

  const groupsOf = (resource: Resource): readonly (readonly string[])[] => [
    ...resource.unique,
    ...(keys.get(resource) ?? []),
  ];

  /** Reads, for changed records, the fields that are only unique together with those that change. */
  const knowTogether = async (resource: Resource, writes: readonly ImportWrite[]) => {
    const ownShadows = shadowsOf(resource);
    const names = [...new Set(groupsOf(resource).flat())];
    if (names.length === 0) return;
    const changed = writes.filter(
      ({ id, values, expected }) =>
        expected !== undefined && !ownShadows.has(id) && names.some((name) => name in values),
    );
    const ids = changed.map(({ id }) => id);
    const there = ids.length === 0 ? [] : await target.findMany(resource, '_id', ids, names);
    for (const record of there) ownShadows.set(record._id, record);
  };

  return {
    async findMany(resource, path, values, fields) {
      const ownShadows = shadowsOf(resource);
      const records = new Map<string, FoundRecord>();
      for (const record of await target.findMany(resource, path, values, fields)) {
        const shadow = ownShadows.get(record._id);
        if (!shadow || !(path in shadow) || shadow[path] === record[path])
          records.set(record._id, {
            ...record,
            ...whole.get(nameOf(resource, '_id', record._id)),
            ...shadow,
          });
      }
      for (const value of values) {
        const id = path === '_id' ? String(value) : index.get(nameOf(resource, path, value));
        const shadow = id === undefined ? undefined : ownShadows.get(id);
        if (shadow && shadow[path] === value && !records.has(shadow._id)) {
          records.set(shadow._id, { ...whole.get(nameOf(resource, '_id', shadow._id)), ...shadow });
        }
      }
      return [...records.values()];
    },

    settle: (resource, filter, records) => target.settle(resource, filter, records),

    async findTogether(resource, names, tuples) {
      const ownShadows = shadowsOf(resource);
      const records = new Map<string, FoundRecord>();
      for (const record of await target.findTogether(resource, names, tuples)) {
        const shadow = ownShadows.get(record._id);
        const isKept = !shadow || names.every((name) => !(name in shadow));
        if (isKept) records.set(record._id, record);
      }
      for (const tuple of tuples) {
        const shadow = ownShadows.get(index.get(nameOf(resource, names.join('+'), tuple)) ?? '');
        const isTheirs = shadow && names.every((name, at) => isSameJson(shadow[name], tuple[at]));
        if (isTheirs) records.set(shadow._id, shadow);
      }
      return [...records.values()];
    },

    async writeMany(resource, writes, by) {
      const ownShadows = shadowsOf(resource);
      await knowTogether(resource, writes);
      const tried = isComing
        ? writes.map((one) => ({ ...one, values: withoutComing(resource, one.values, isComing) }))
        : writes;
      const broken = (await target.tryMany?.(resource, tried, by)) ?? [];
      for (const [at, { id, values, expected }] of writes.entries()) {
        if (broken[at]) continue;
        const version =
          ownShadows.get(id)?._version ?? (typeof expected === 'number' ? expected : 0);
        const shadow: FoundRecord = { ...ownShadows.get(id), _id: id, _version: version + 1 };
        for (const path of findable(resource, groupsOf(resource))) {
          if (!Object.hasOwn(values, path)) continue;
          shadow[path] = values[path];
          index.set(nameOf(resource, path, values[path]), id);
        }
        for (const names of groupsOf(resource)) {
          const tuple = names.map((name) => shadow[name]);
          index.set(nameOf(resource, names.join('+'), tuple), id);
        }
        ownShadows.set(id, shadow);
        mergeWhole(nameOf(resource, '_id', id), values);
      }
      return writes.map(({ id }, at) => {
        const problems = broken[at];
        return problems ? { failure: 'invalid', problems } : { id };
      });
    },
  };
}

/** The values without files that are not there yet. */
function withoutComing(
  { fields }: Resource,
  values: Readonly<Record<string, unknown>>,
  isComing: (id: string) => boolean,
): Record<string, unknown> {
  const entries = Object.entries(values).filter(([name, value]) => {
    const { files } = fields.get(name)?.kind ?? {};
    const named = files && value ? files.of(value) : [];
    return !named.some(({ id }) => isComing(id));
  });
  return Object.fromEntries(entries);
}

function findable(resource: Resource, groups: readonly (readonly string[])[]): string[] {
  const fields = [...resource.fields.values()];
  return fields
    .filter((field) => field.unique || field.name === resource.importKey)
    .map((field) => field.name)
    .concat(groups.flat());
}

function nameOf(resource: Resource, path: string, value: unknown): string {
  return `${resource.name} ${path} ${JSON.stringify(value)}`;
}
