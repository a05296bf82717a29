import { afterEach, describe, expect, test } from 'vitest';
import type { Resource } from '../../../src/descriptor/descriptor.ts';
import { checkField } from '../../../src/descriptor/field-check.ts';
import type { TestAnswer } from '../../support/api.ts';
import { changeOf, checkNew, exampleRecord, withoutSystem } from '../example-record.ts';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World, WorldRecord } from '../world.ts';

let made = 20;

/** What every resource lets be written, and what it does not. */
export function describeWriting(world: World, opened: () => OpenWorld): void {
  describe.each(namedResources(world))('%s', (_, resource) => {
    const { root } = resource;
    const call = (
      method: string,
      path: string,
      body?: unknown,
      match?: string,
    ): Promise<TestAnswer> =>
      opened().api.call(method, root + path, {
        as: world.admin,
        body,
        headers: match === undefined ? {} : { 'If-Match': match },
      });
    const example = (): Promise<Record<string, unknown>> =>
      exampleRecord(opened(), resource, ++made);
    const create = async (): Promise<WorldRecord> => {
      const { status, json, text } = await call('POST', '', await example());
      if (status !== 201) throw new Error(text);
      created.push(json._id);
      return json;
    };

    let created: string[] = [];
    afterEach(async () => {
      await call('POST', '/bulk', { action: 'delete', ids: created });
      created = [];
    });

    test('creates a record with the examples of its field types, and returns it', async () => {
      const body = await example();

      const { status, json, headers } = await call('POST', '', body);

      expect([status, json.problems]).toEqual([201, undefined]);
      created.push(json._id);
      const checked = checkNew(opened(), resource, body);
      expect(withoutSystem(json)).toMatchObject('values' in checked ? checked.values : {});
      expect(headers.get('Location')).toBe(`${root}/${json._id}`);
      expect((await call('GET', `/${json._id}`)).json).toEqual(json);
    });

    test('is changed only on its current version', async () => {
      const record = await create();
      const change = changeOf(opened(), resource, record, ++made);
      const path = `/${record._id}`;

      expect((await call('PATCH', path, change)).status).toBe(428);
      const stale = await call('PATCH', path, change, '"7"');
      expect([stale.status, stale.json.current]).toEqual([412, record]);
      const { status, json } = await call('PATCH', path, change, '"1"');
      expect([status, json._version]).toEqual([200, 2]);
      const [name] = Object.keys(change);
      expect(json[name!]).not.toEqual(record[name!]);
      expect({ ...json, [name!]: 0, _version: 0, updatedAt: 0 }).toMatchObject({
        ...withoutSystem(record),
        [name!]: 0,
      });
    });

    test('accepts a record as it was read, and replaces it', async () => {
      const record = await create();

      const same = await call('PUT', '', record);
      const changed = { ...record, ...changeOf(opened(), resource, record, ++made) };
      const { status, json } = await call('PUT', '', changed);

      expect([same.status, same.json._version]).toEqual([200, 1]);
      expect([status, json._version]).toEqual([200, 2]);
    });

    test('deletes a record', async () => {
      const { _id } = await create();

      const { status, json } = await call('DELETE', `/${_id}`, undefined, '"1"');

      expect([status, json._id]).toEqual([200, _id]);
      expect((await call('GET', `/${_id}`)).status).toBe(404);
    });

    test('stays while others refer to it, and reports their number', async () => {
      const [id, counts] = (await countReferrers(opened(), resource))[0] ?? [];
      if (id === undefined) return;

      const { status, json } = await call('DELETE', `/${id}`, undefined, '*');

      expect([status, json.code]).toEqual([409, 'S004']);
      expect(new Set(json.referrers.map(toLine))).toEqual(new Set(counts));
    });

    test('requires required fields, and refuses each invalid value', async () => {
      const fields = [...resource.fields.values()].filter(({ readOnly }) => !readOnly);
      const wrong = fields.flatMap((field): [string, unknown][] => {
        const values = field.kind.examples.flatMap(({ invalid }) => invalid);
        const value = values.find((each) => 'problems' in checkField(field, each));
        return value === undefined || Number.isNaN(value) ? [] : [[field.name, value]];
      });

      const empty = await call('POST', '', {});
      const full = await call('POST', '', Object.fromEntries(wrong));

      const demanded = fields.filter((each) => each.required && each.default === undefined);
      expect(empty.status).toBe(422);
      expect(pathsOf(empty)).toEqual(expect.arrayContaining(demanded.map(({ name }) => name)));
      expect(full.status).toBe(422);
      expect(pathsOf(full)).toEqual(expect.arrayContaining(wrong.map(([name]) => name)));
    });

    test('refuses unknown and read-only fields', async () => {
      const locked = [...resource.fields.values()].filter(({ readOnly }) => readOnly);
      const names = [...locked.map(({ name }) => name), 'createdAt', '_version', 'nope'];

      const answer = await call('POST', '', {
        ...(await example()),
        ...Object.fromEntries(names.map((name) => [name, 1])),
      });

      expect([answer.status, pathsOf(answer).sort()]).toEqual([422, names.sort()]);
    });

    test('refuses a second record with the same unique value', async () => {
      const first = await create();
      const alone = [...resource.fields.values()].filter(({ unique }) => unique);
      const isOpen = (name: string) => resource.fields.get(name)?.readOnly === false;
      for (const names of [...alone.map(({ name }) => [name]), ...resource.unique]) {
        if (!names.every(isOpen)) continue;
        const shared = names.map((name) => [name, first[name]] as const);
        if (shared.some(([, value]) => value === null)) continue;

        const answer = await call('POST', '', {
          ...(await example()),
          ...Object.fromEntries(shared),
        });

        expect([answer.status, answer.json.code, pathsOf(answer)]).toEqual([409, 11000, names]);
      }
    });

    test('refuses references to unknown records', async () => {
      const record = await create();
      for (const field of resource.fields.values()) {
        const relation = field.kind.relation?.(field.settings);
        if (!relation || field.readOnly) continue;
        const value = relation.many ? ['no-such-record'] : 'no-such-record';

        const { status, json } = await call(
          'PATCH',
          `/${record._id}`,
          { [field.name]: value },
          '*',
        );

        expect([field.name, status]).toEqual([field.name, 422]);
        // What the rules say to a value there, whatever it is, comes first.
        expect(json.code).toMatch(/^V0(14|01|10|26|27)$/);
      }
    });

    test('is changed and deleted in bulk', async () => {
      const records = [await create(), await create()];
      const ids = records.map(({ _id }) => _id);
      const data = changeOf(opened(), resource, records[0]!, ++made);
      const isUnique = Object.keys(data).some((name) => resource.fields.get(name)?.unique);

      const updated = await call('POST', '/bulk', { action: 'update', ids, data });
      const deleted = await call('POST', '/bulk', { action: 'delete', where: { _id_in: ids } });

      expect(updated.json).toMatchObject(isUnique ? { total: 2, duplicates: 1 } : { total: 2 });
      expect(updated.json.updated + updated.json.unchanged + updated.json.duplicates).toBe(2);
      expect(deleted.json).toMatchObject({ total: 2, deleted: 2, problems: [] });
    });
  });
}

function pathsOf({ json }: TestAnswer): string[] {
  const heads = json.problems.map(({ path }: { path: string }) => path.split('.')[0]);
  return [...new Set<string>(heads)];
}

/** The records of a resource that others refer to, with who does and how often. */
async function countReferrers(
  world: OpenWorld,
  resource: Resource,
): Promise<[id: string, counts: string[]][]> {
  const counts = new Map<string, Map<string, number>>();
  for (const other of world.resources)
    for (const record of await world.records(other))
      for (const field of other.fields.values()) {
        if (field.kind.relation?.(field.settings).to !== resource.name) continue;
        for (const id of [record[field.name] ?? []].flat()) {
          // What refers to itself only does not stay for that.
          if (id === record._id) continue;
          const of = counts.get(id) ?? new Map<string, number>();
          const place = `${other.name}.${field.name}`;
          counts.set(id, of.set(place, (of.get(place) ?? 0) + 1));
        }
      }
  return [...counts].map(([id, of]) => [id, [...of].map(([place, count]) => `${place} ${count}`)]);
}

function toLine({ resource, field, count }: { resource: string; field: string; count: number }) {
  return `${resource}.${field} ${count}`;
}
