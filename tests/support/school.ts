import { afterAll, beforeAll, expect } from 'vitest';
import type { DescriptorSource } from '../../src/descriptor/settings/descriptor-settings.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openWorld, type OpenWorld } from '../worlds/open-world.ts';
import { readWorld } from '../worlds/world.ts';
import { school } from '../worlds/worlds.ts';

export const enrolments = '/api/enrolments';

type Resources = DescriptorSource['resources'];

/** The music school for the tests of a file, and what they do with its enrolments. `declare` changes its collections. */
export function openSchool(declare: (resources: Resources) => void = () => {}) {
  let world: OpenWorld;
  let pupil: string;
  let piano: string;

  const call = (method: string, path: string, as: string, body?: unknown, ifMatch = '*') =>
    world.api.call(method, path, {
      as,
      ...(body === undefined ? {} : { body }),
      headers: { 'If-Match': ifMatch },
    });

  beforeAll(async () => {
    const read = await readWorld(school);
    const { resources, ...rest } = structuredClone(read.declared.source);
    const { permissions, ...declared } = resources['enrolments']!;
    const reception = { ...permissions!['reception'], update: { feePaid_neq: false } };
    const teacher = { ...permissions!['teacher'], history: true, restore: true };
    resources['enrolments'] = {
      ...declared,
      permissions: { ...permissions, reception, teacher },
      // The school merges no enrolments.
      duplicates: [{ field: 'note' }],
    };
    declare(resources);
    world = await openWorld({ ...read, declared: toDescriptor({ ...rest, resources }) });
    pupil = (await call('GET', '/api/pupils?number=101', 'office')).json.data[0]._id;
    piano = (await call('GET', '/api/classes?name=Piano for beginners', 'office')).json.data[0]._id;
    // More pupils than the room has chairs.
    await call('PATCH', `/api/classes/${piano}`, 'office', { places: 1000 });
  });
  afterAll(() => world?.api.close());

  return {
    api: () => world.api,
    call,
    /** The pupil and the class of a new enrolment. */
    applicant: () => ({ pupil, class: piano }),
    /** A new enrolment, which can be enrolled; answers its `_id`. */
    async apply(values: object = {}): Promise<string> {
      const body = { pupil, class: piano, feePaid: true, startsOn: '2026-12-01', ...values };
      const { status, json } = await call('POST', enrolments, 'office', body);
      expect(status).toBe(201);
      return json._id;
    },
    patch: (id: string, as: string, body: object) => call('PATCH', `${enrolments}/${id}`, as, body),
    statusOf: async (id: string): Promise<string> =>
      (await call('GET', `${enrolments}/${id}`, 'admin')).json.status,
  };
}
