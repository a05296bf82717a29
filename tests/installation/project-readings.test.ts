import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { installation } from '../../src/installation/manifest.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { openStudy, type Study } from '../support/study.ts';

let study: Study;
let project: string;
let plain: string;

const ask = (path: string, as = 'viewer', id = project) =>
  study.api.call('GET', `/api/projects/${id}/${path}`, { as });
const read = async (path: string, as?: string) => (await ask(path, as)).json;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  study = await openStudy();
  const { make, api } = study;
  const metas = [
    { key: 'region', name: 'Region', type: 'enum', values: ['Asia', 'Europe'] },
    { key: 'peer', name: 'Peer reviewed', type: 'boolean' },
  ];
  project = await make('projects', { key: 'tested', name: 'Tested', metas, mappingVersion: 1 });
  const other = await study.newProject();
  const rest = { title: 'A study', year: 2020 };
  const newSource = (values: object) => make('sources', { ...rest, project, ...values });
  plain = await newSource({ sourceId: 'plain' });
  const rich = await newSource({
    sourceId: 'rich',
    metas: { region: 'Europe', food: ['tea', 'rice'] },
  });
  await newSource({ sourceId: 'other', metas: { region: 'Europe', food: ['tea'], peer: '' } });
  await newSource({ sourceId: 'elsewhere', project: other, metas: { region: 'Asia' } });

  await study.map('DBP', { chem: study.dbp });
  await study.map('dbp', { rawCas: '7732-18-5', chem: study.water });
  await study.map('bottle', { mappingType: 'foodContactMaterial', target: 'Plastics' });
  const of = { project, source: rich };
  await study.measure({ ...of, rawFoodContactArticle: ' Bottle ' });
  await study.measure({ ...of, rawCas: '7732-18-5', detected: false });
  await study.measure({ ...of, rawChemName: 'Nothing known', rawCas: '84-74-2', detected: null });
  await study.measure({ ...of, rawChemName: 'Nothing known', testType: 'migrationIntoFood' });
  await study.measure({ ...of, status: 'rejected' });
  await study.measure({ source: rich, project: other });
  await make('masters', {
    masterId: 'm1',
    chem: study.dbp,
    testType: 'extraction',
    detected: true,
    foodContactMaterialGroup: 'Plastics',
    status: 'current',
    project,
  });
  await make('masters', {
    masterId: 'm2',
    chem: study.dbp,
    testType: 'extraction',
    project,
    status: 'superseded',
  });

  const body = { ...rest, sourceId: 'byStaff', project };
  const { json } = await api.call('POST', '/api/sources', { as: 'staff', body });
  await api.call('PATCH', `/api/sources/${json._id}`, {
    as: 'staff',
    body: { title: 'Another' },
    headers: { 'If-Match': '*' },
  });
  const mapping = {
    mappingId: 'late',
    mappingType: 'chem',
    rawTerm: ' nothing  KNOWN',
    status: 'proposed',
    mappingVersion: 2,
  };
  await api.call('POST', '/api/mappings', { as: 'admin', body: mapping });
  await api.call('POST', '/api/mappings', {
    as: 'admin',
    body: { ...mapping, mappingId: 'else', rawTerm: 'unheard of' },
  });
});
afterAll(() => study.api.close());

test('labels list their values and count their sources', async () => {
  const { total, labels, more } = await read('metas');

  expect([total, more]).toEqual([4, false]);
  const label = { declared: true, more: false };
  expect(labels).toEqual([
    {
      ...label,
      key: 'region',
      name: 'Region',
      type: 'enum',
      sources: 2,
      values: [{ value: 'Europe', count: 2 }],
    },
    { ...label, key: 'peer', name: 'Peer reviewed', type: 'boolean', sources: 0, values: [] },
    {
      key: 'food',
      name: 'food',
      type: null,
      declared: false,
      sources: 2,
      values: [
        { value: 'tea', count: 2 },
        { value: 'rice', count: 1 },
      ],
      more: false,
    },
  ]);
});

test('results count masters, and extractions by the meaning of their words', async () => {
  const { extractions, masters } = await read('results');

  const dbp = { value: study.dbp, label: 'Dibutyl phthalate (84-74-2)', count: 2 };
  expect(extractions).toEqual({
    total: 4,
    detected: 2,
    mapped: 3,
    chems: [
      dbp,
      { value: study.water, label: 'Water (7732-18-5)', count: 1 },
      { value: null, count: 1 },
    ],
    materialGroups: [
      { value: null, count: 3 },
      { value: 'Plastics', count: 1 },
    ],
    testTypes: [
      { value: 'extraction', count: 3 },
      { value: 'migrationIntoFood', count: 1 },
    ],
    detections: [
      { value: true, count: 2 },
      { value: false, count: 1 },
      { value: null, count: 1 },
    ],
    more: false,
  });
  expect(masters).toEqual({
    total: 1,
    detected: 1,
    chems: [{ ...dbp, count: 1 }],
    materialGroups: [{ value: 'Plastics', count: 1 }],
    testTypes: [{ value: 'extraction', count: 1 }],
    detections: [{ value: true, count: 1 }],
    more: false,
  });
});

test('users are listed with what they created, changed and mapped in the project', async () => {
  const { data, more } = await read('activity/users?days=7');

  const staff = { created: 1, edited: 1, mapped: 0 };
  const admin = { created: 0, edited: 0, mapped: 1 };
  expect(more).toBe(false);
  expect(data).toEqual([
    {
      user: study.api.userId('admin'),
      name: 'admin',
      ...admin,
      lastActive: expect.any(String),
      days: [{ day: today, ...admin }],
    },
    {
      user: study.api.userId('staff'),
      name: 'staff',
      ...staff,
      lastActive: expect.any(String),
      days: [{ day: today, ...staff }],
    },
  ]);
});

test('sources are sorted by last activity, including that of their extractions', async () => {
  const first = await read('activity/sources?_perPage=2');
  const second = await read('activity/sources?_perPage=2&_page=2');

  expect(first).toMatchObject({ total: 4, page: 1, perPage: 2, pageCount: 2 });
  expect(first.data[0]).toEqual({
    _id: plain,
    title: 'plain: A study',
    createdAt: expect.stringContaining(today),
    lastActive: expect.stringContaining(today),
    changes: 1,
    months: [{ month: today.slice(0, 7), count: 1 }],
  });
  const all = [...first.data, ...second.data];
  expect(all.map(({ title, changes }) => `${title.split(':')[0]} ${changes}`)).toEqual([
    'plain 1',
    'other 1',
    'rich 7',
    'byStaff 2',
  ]);
});

describe.each(['metas', 'results', 'activity/users', 'activity/sources'])('%s', (path) => {
  test('an unknown project has no readings', async () => {
    expect((await ask(path, 'viewer', 'none')).status).toBe(404);
  });

  test('unknown parameters are refused', async () => {
    const { status, json } = await ask(`${path}?nope=1`);

    expect([status, json.code]).toEqual([400, 'Q001']);
  });
});

test.each([
  ['activity/users?days=0', 'Q007'],
  ['activity/users?days=367', 'Q007'],
  ['activity/sources?_perPage=101', 'Q007'],
  ['activity/sources?_page=x', 'Q007'],
])('%s is refused with %s', async (path, code) => {
  const { status, json } = await ask(path);

  expect([status, json.code]).toEqual([400, code]);
});

describe('a user who cannot list something', () => {
  test('does not see it', async () => {
    const hidden = JSON.parse(JSON.stringify(firstInstallation().source));
    delete hidden.resources.masters.permissions.viewer;
    delete hidden.resources.mappings.permissions.viewer;
    hidden.resources.extractions.permissions.viewer = {
      list: { testType: 'extraction' },
      read: true,
    };
    const narrowed = toDescriptor(hidden);
    const replica = await study.api.openReplica({
      descriptor: () => narrowed,
      routes: installation.routes,
    });
    const ask = async (path: string) =>
      (await replica.call('GET', `/api/projects/${project}/${path}`, { as: 'viewer' })).json;

    const [results, users] = [await ask('results'), await ask('activity/users')];
    await replica.close();

    expect(results.masters).toBeNull();
    expect(results.extractions).toMatchObject({ total: 3, mapped: null, chems: null });
    expect(users.data.map(({ name }: { name: string }) => name)).toEqual(['staff']);
  });
});
