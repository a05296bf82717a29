import { afterAll, beforeAll, beforeEach } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { RecordHook } from '../../src/store/system/hooks/hook-code.ts';
import type { HookAnswer, HookedOperation } from '../../src/store/write-hooks.ts';
import { openTestApi, type TestApi } from './api.ts';

const all = ['list', 'read', 'create', 'update', 'delete'];
export const boxesDescriptor = toDescriptor({
  roles: { admin: { all: true }, packer: {} },
  resources: {
    boxes: {
      title: '{label}',
      importKey: 'label',
      duplicates: [{ field: 'label' }],
      fields: {
        label: { type: 'text', required: true, unique: true },
        size: { type: 'number', integer: true, max: 100 },
        stamp: { type: 'text', write: ['admin'] },
        isSecret: { type: 'boolean', default: false },
      },
      actions: [{ name: 'grow', label: 'Grow', roles: ['admin', 'packer'] }],
      permissions: { packer: Object.fromEntries(all.map((may) => [may, { isSecret: false }])) },
    },
    users: {
      title: '{name}',
      importKey: 'email',
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'packer'], required: true },
        status: {
          type: 'choice',
          choices: ['pending', 'confirmed', 'disabled', 'invited'],
          required: true,
        },
      },
    },
    entries: { title: '{text}', fields: { text: { type: 'text' } } },
  },
});

type Seen = [moment: string, operation: HookedOperation, way: unknown, labels: unknown[]];

/** What happens in the tests of a file, and what each test sets. */
export type HookedBoxes = {
  api: TestApi;
  /** Every call of the hook. */
  seen: Seen[];
  /** What the hook does besides watching; each test begins with nothing. */
  decide: (records: readonly { id: string; values: any; before?: any }[]) => HookAnswer[] | void;
  follow: RecordHook['after'];
  /** Sends a request below `/api/boxes`, as an admin. */
  call: (method: string, path: string, body?: unknown, as?: string) => ReturnType<TestApi['call']>;
  add: (label: string, more?: object) => Promise<any>;
  labels: () => Promise<string[]>;
};

/** Boxes with a hook that watches all writes, for the tests of a file. */
export function openHookedBoxes(): HookedBoxes {
  const boxes = { seen: [] as Seen[] } as HookedBoxes;
  const hook = toHook(boxes);
  beforeAll(async () => {
    boxes.api = await openTestApi({
      descriptor: () => boxesDescriptor,
      hooks: [hook],
      actions: [grow],
    });
  });
  afterAll(() => boxes.api.close());
  beforeEach(async () => {
    boxes.decide = () => undefined;
    boxes.follow = undefined;
    await boxes.api.database.query(
      'delete from boxes; delete from backoffice.trash; delete from entries',
    );
    boxes.seen.length = 0;
    boxes.api.log.length = 0;
  });
  const call: HookedBoxes['call'] = (method, path, body, as = 'admin') => {
    const headers = method === 'POST' ? {} : anyVersion;
    return boxes.api.call(method, `/api/boxes${path}`, { as, body, headers });
  };
  return Object.assign(boxes, {
    call,
    add: async (label: string, more: object = {}) =>
      (await call('POST', '', { label, ...more })).json,
    labels: async () =>
      (await call('GET', '?_sort=label')).json.data.map(({ label }: any) => label),
  });
}

export const anyVersion = { 'If-Match': '*' };

function toHook(boxes: HookedBoxes): RecordHook {
  const before: RecordHook['before'] = {};
  const after: RecordHook['after'] = {};
  for (const operation of ['create', 'update', 'delete'] as const) {
    Object.assign(before, {
      [operation]: ({ records, by }: any) => {
        const labels = records.map((each: any) => each.values.label ?? each.before?.label);
        boxes.seen.push(['before', operation, by.way, labels]);
        return boxes.decide(records);
      },
    });
    Object.assign(after, {
      [operation]: async (batch: any) => {
        const labels = batch.records.map((each: any) => (each.after ?? each.before).label);
        boxes.seen.push(['after', operation, batch.by.way, labels]);
        await boxes.follow?.[operation]?.(batch);
      },
    });
  }
  return { resource: 'boxes', before, after };
}

const grow = {
  resource: 'boxes',
  name: 'grow',
  run: async ({ resource, record, expected, by, store }: any) =>
    store.update(resource, record._id, expected, { size: 7 }, by),
};
