import { setTimeout as wait } from 'node:timers/promises';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestAnswer, type TestApi } from './api.ts';

const write = ['list', 'read', 'create', 'update', 'delete'];
const all = [...write, 'history', 'restore'];

/** Notes in drawers, with a role for each right that an undo may need. */
const descriptor = toDescriptor({
  roles: { admin: { all: true }, keeper: {}, helper: {}, reader: {}, owner: {}, stranger: {} },
  resources: {
    notes: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true },
        code: { type: 'text', unique: true },
        text: { type: 'text' },
        size: { type: 'number', integer: true },
        tags: { type: 'tags' },
        drawer: { type: 'reference', to: 'drawers' },
        other: { type: 'reference', to: 'notes' },
        secret: { type: 'text', read: ['admin'], write: ['admin'] },
        hint: { type: 'text', read: ['admin'] },
        stock: { type: 'number', write: ['admin', 'helper'] },
        state: { type: 'text', readOnly: true },
      },
      permissions: {
        keeper: all,
        helper: [...write, 'history'],
        reader: ['list', 'read', 'history'],
        owner: {
          list: { createdBy: '$user' },
          create: true,
          update: true,
          delete: true,
          read: true,
          history: true,
          restore: true,
        },
      },
    },
    drawers: {
      title: '{label}',
      importKey: 'label',
      fields: {
        label: { type: 'text', required: true, unique: true },
        best: { type: 'reference', to: 'notes' },
      },
      permissions: { keeper: all, helper: write },
    },
    slips: {
      trash: { days: 0 },
      fields: { text: { type: 'text' } },
      permissions: { keeper: all },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: {
          type: 'choice',
          choices: ['admin', 'keeper', 'helper', 'reader', 'owner', 'stranger'],
        },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

export type Cabinet = {
  api: TestApi;
  /** A write as part of a change set. */
  write(
    set: string | undefined,
    method: string,
    path: string,
    body?: object,
    as?: string,
  ): Promise<TestAnswer>;
  /** A new note as part of a change set; its `_id`. */
  note(set: string | undefined, values: object, as?: string): Promise<string>;
  get(path: string): Promise<any>;
  /** Asks for an undo. */
  ask(id: string, body?: object, as?: string): Promise<TestAnswer>;
  /** Undoes a change set; the job in the end. */
  undo(id: string, body?: object, as?: string): Promise<any>;
  ended(job: string): Promise<any>;
};

export async function openCabinet(): Promise<Cabinet> {
  const api = await openTestApi({ descriptor: () => descriptor });
  const write: Cabinet['write'] = (set, method, path, body, as = 'keeper') =>
    api.call(method, path, {
      as,
      ...(body && { body }),
      headers: { 'If-Match': '*', ...(set !== undefined && { 'Change-Set': set }) },
    });
  const ask: Cabinet['ask'] = (id, body = {}, as = 'keeper') =>
    api.call('POST', `/api/changes/${id}/undo`, { as, body });
  const ended: Cabinet['ended'] = async (job) => {
    for (;;) {
      const { json } = await api.call('GET', `/api/jobs/${job}`, { as: 'admin' });
      if (json.state !== 'running') return json;
      await wait(20);
    }
  };
  return {
    api,
    write,
    note: async (set, values, as) => {
      const body = { name: 'A note', ...values };
      const { status, json, text } = await write(set, 'POST', '/api/notes', body, as);
      if (status !== 201) throw new Error(text);
      return json._id;
    },
    get: async (path) => (await api.call('GET', path, { as: 'admin' })).json,
    ask,
    undo: async (id, body, as) => {
      const { status, json, text } = await ask(id, body, as);
      if (status !== 202) throw new Error(text);
      return await ended(json.id);
    },
    ended,
  };
}
