import { afterAll, beforeAll, beforeEach } from 'vitest';
import { defineField, defineHook } from '../../src/api/extending.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { ComputeBatch, FieldCode } from '../../src/store/system/hooks/field-code.ts';
import { openTestApi, type TestApi } from './api.ts';
import { anyVersion, boxesDescriptor } from './hooked-boxes.ts';

export const cratesSource = {
  roles: { admin: { all: true }, packer: {} },
  resources: {
    ...(boxesDescriptor.source['resources'] as object),
    crates: {
      title: '{label}',
      importKey: 'label',
      fields: {
        label: { type: 'text', required: true, unique: true },
        size: { type: 'number' },
        double: { type: 'number', computed: 'size * 2' },
        weight: { type: 'number', computedInCode: true, read: ['admin'] },
        sizes: { type: 'tags', computedInCode: true },
      },
      permissions: { packer: ['list', 'read', 'create', 'update'] },
    },
  },
};
export const cratesDescriptor = toDescriptor(cratesSource);

/** What happens in the tests of a file, and what each test sets. */
type Crates = {
  api: TestApi;
  /** The code of `weight`. */
  weigh: FieldCode;
  /** The batches that it was called with. */
  calls: ComputeBatch['records'][];
  /** What it returns; each test begins with ten times the size. */
  compute: (batch: ComputeBatch) => readonly unknown[];
  /** What a hook adds to each written record. */
  more: Record<string, unknown>;
  /** Sends a request below `/api/crates`. */
  call: (method: string, path: string, body?: unknown, as?: string) => ReturnType<TestApi['call']>;
  add: (label: string, size?: number | null) => Promise<any>;
};

/** Crates whose weight and list of sizes are computed in code, for the tests of a file. */
export function openCrates(): Crates {
  const crates = {} as Crates;
  const weigh = defineField({
    resource: 'crates',
    field: 'weight',
    compute: (batch) => {
      crates.calls.push(batch.records);
      return crates.compute(batch);
    },
  });
  const list = defineField({
    resource: 'crates',
    field: 'sizes',
    compute: ({ records }) =>
      records.map(({ size, weight }) => [`size ${size}`, `weight ${weight}`]),
  });
  const addMore = ({ records }: { records: readonly { id: string }[] }) =>
    records.map(({ id }) => ({ id, values: crates.more }));
  const hook = defineHook({ resource: 'crates', before: { create: addMore, update: addMore } });
  beforeAll(async () => {
    const descriptor = () => cratesDescriptor;
    crates.api = await openTestApi({ descriptor, fields: [weigh, list], hooks: [hook] });
  });
  afterAll(() => crates.api.close());
  beforeEach(async () => {
    const compute: Crates['compute'] = ({ records }) =>
      records.map(({ size }) => (size === null ? null : size * 10));
    Object.assign(crates, { compute, more: {}, calls: [] });
    await crates.api.database.query('delete from crates; delete from backoffice.computed_fields');
    crates.api.log.length = 0;
  });
  const call: Crates['call'] = (method, path, body, as = 'admin') =>
    crates.api.call(method, `/api/crates${path}`, { as, body, headers: path ? anyVersion : {} });
  return Object.assign(crates, {
    weigh,
    call,
    add: async (label: string, size: number | null = 1) =>
      (await call('POST', '', { label, size })).json,
  });
}
