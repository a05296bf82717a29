import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStudy } from '../support/study.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';

/** Of the test that runs: what one measures is not in the masters of another. */
let project: string;

let count = 0;

const study = await openStudy();

const { source, dbp, water } = study;

afterAll(() => study.api.close());

beforeEach(async () => {
  project = await study.newProject();
});

const measure = (values: object = {}) => study.measure({ project, ...values });

const map = (rawTerm: string, values: object = {}) => study.map(rawTerm, values);

async function generate(body: object = {}, as = 'admin') {
  const { status, json } = await study.api.call('POST', '/api/process/generate', {
    as,
    body: { projectId: project, ...body },
  });
  const path = `/api/master?project=${project}&_sort=masterId`;
  const list = await study.api.call('GET', path, { as });
  return { status, json, masters: list.json?.data ?? [] };
}

describe('a generation', () => {
  test('compares terms without case and spaces', async () => {
    await map('Di-Butyl  Phthalate', { chem: dbp });
    await measure({ rawChemName: ' di-butyl\tPHTHALATE ' });

    const { json, masters } = await generate();

    expect(json).toMatchObject({ total: 1, created: 1, failed: 0, unmapped: [] });
    expect(masters).toMatchObject([{ chem: dbp, measurementCount: 1, detected: true }]);
  });

  test.each([
    ['the pair of name and number', { name: 'pair', cas: '84-74-2' }, 'water'],
    ['the number before the name', { name: 'alone', cas: '84-74-2' }, 'dbp'],
    ['the name where the number is of no chem', { name: 'alone', cas: '64-17-5' }, 'water'],
    ['the name where there is no number', { name: 'alone', cas: null }, 'water'],
    ['nothing else where only a pair is mapped', { name: 'pair', cas: null }, undefined],
  ])('uses %s', async (_, { name, cas }, expected) => {
    const term = `${name} ${(count += 1)}`;
    if (name === 'pair') await map(term, { rawCas: '84-74-2', chem: water });
    else await map(term, { chem: water });
    await measure({ rawChemName: term, rawCas: cas });

    const { json, masters } = await generate();

    const chem = { water, dbp }[expected ?? ''];
    expect(masters.map((master: any) => master.chem)).toEqual(chem ? [chem] : []);
    expect(json.unmapped).toEqual(chem ? [] : [{ field: 'rawChemName', term, count: 1 }]);
  });

  test('makes one master of each chem, material group, material, article and test type', async () => {
    const bottle = await map('PET bottle', { mappingType: 'foodContactArticle', target: 'bottle' });
    const pet = await map('pet bottle', {
      mappingType: 'foodContactMaterial',
      target: 'plastics',
      targetName: 'PET',
    });
    const common = { rawCas: '84-74-2', rawFoodContactArticle: 'PET Bottle' };
    const first = await measure(common);
    const second = await measure({ ...common, detected: false });
    await measure({ ...common, testType: 'migrationIntoFood' });
    await measure({ rawCas: '84-74-2' });

    const { json, masters } = await generate();

    expect(json).toMatchObject({ total: 3, created: 3, extractions: 4, withoutArticle: 1 });
    expect(masters.find((master: any) => master.measurementCount === 2)).toMatchObject({
      chem: dbp,
      foodContactMaterialGroup: 'plastics',
      foodContactMaterial: 'PET',
      foodContactArticle: 'bottle',
      testType: 'extraction',
      detected: true,
      detectionCount: 1,
      sourceCount: 1,
      sources: [source],
      extractions: [first, second],
      mappings: [bottle, pet],
      project,
      status: 'current',
    });
  });

  test.each([
    ['with the range of what agrees in its unit', ['mg/kg', 'mg/kg'], [1, 5, 'mg/kg']],
    ['without a range where units differ', ['mg/kg', 'ng/g'], [null, null, null]],
    ['without a range where a unit is missing', ['mg/kg', null], [null, null, null]],
  ])('makes masters %s', async (_, [one, other], [valueMin, valueMax, unit]) => {
    const common = { rawCas: '84-74-2' };
    await measure({ ...common, value: 2, unit: one });
    await measure({ ...common, valueMin: 1, valueMax: 5, qualifier: 'range', unit: other });
    await measure({ ...common, value: 0, unit: 'g/g', detected: false });

    const { masters } = await generate();

    expect(masters).toMatchObject([{ valueMin, valueMax, unit, measurementCount: 3 }]);
  });

  test('skips rejected extractions, and counts unreadable ones as failed', async () => {
    await measure({ rawCas: '84-74-2' });
    await measure({ rawCas: '84-74-2', status: 'rejected' });
    await measure({ rawCas: '84-74-2', detected: null });

    const { json, masters } = await generate();

    expect(json).toMatchObject({ total: 1, failed: 1, unreadable: 1, extractions: 2 });
    expect(masters).toMatchObject([{ measurementCount: 1 }]);
  });

  test('changes nothing when repeated; a missing group is superseded until it is back', async () => {
    const extraction = study.api.descriptor.resources.get('extractions')!;
    await measure({ rawCas: '84-74-2' });
    const other = await measure({ rawCas: '7732-18-5' });
    const first = await generate();
    const second = await generate();
    const reject = (status: string) =>
      study.api.store.update(extraction, other, '*', { status }, { userId: null });

    await reject('rejected');
    const third = await generate();
    const fourth = await generate();
    await reject('approved');
    const fifth = await generate();

    const none = { created: 0, updated: 0, superseded: 0 };
    expect(first.json).toMatchObject({ ...none, created: 2 });
    expect(second.json).toMatchObject({ ...none, unchanged: 2 });
    expect(second.masters).toEqual(first.masters);
    expect(third.json).toMatchObject({ ...none, total: 1, superseded: 1, unchanged: 1 });
    expect(third.masters.map((master: any) => master.status).sort()).toEqual([
      'current',
      'superseded',
    ]);
    expect(fourth.json).toMatchObject({ ...none, unchanged: 1 });
    expect(fifth.json).toMatchObject({ ...none, updated: 1, unchanged: 1 });
    expect(fifth.masters.map((master: any) => [master._id, master.status])).toEqual(
      first.masters.map((master: any) => [master._id, 'current']),
    );
  });

  test('does not change masters made by hand', async () => {
    const values = { masterId: 'BY-HAND', chem: dbp, testType: 'extraction', project };
    await study.make('masters', { ...values, status: 'current' });

    const { json, masters } = await generate();

    expect(json).toMatchObject({ total: 0, superseded: 0 });
    expect(masters).toMatchObject([{ status: 'current', _version: 1 }]);
  });

  test('only reports its result in a dry run', async () => {
    await measure({ rawCas: '84-74-2' });

    const { json, masters } = await generate({ dryRun: true });

    expect(json).toMatchObject({ total: 1, created: 1, dryRun: true });
    expect(masters).toEqual([]);
  });

  test('uses the newest version with an approved mapping, or the chosen one', async () => {
    const old = await map('changing', { chem: dbp, mappingVersion: 2 });
    await map('changing', { chem: water, mappingVersion: 3 });
    await map('changing', { chem: dbp, mappingVersion: 4, status: 'proposed' });
    await measure({ rawChemName: 'changing' });

    const newest = await generate();
    const chosen = await generate({ mappingId: old, dryRun: true });

    expect(newest.json).toMatchObject({ mappingVersion: 3, created: 1 });
    expect(newest.masters).toMatchObject([{ chem: water, mappingVersion: 3 }]);
    expect(chosen.json).toMatchObject({ mappingVersion: 2, created: 1, superseded: 1 });
  });

  test('writes the history in the name of its user', async () => {
    await measure({ rawCas: '84-74-2' });

    const { masters } = await generate();

    const { rows } = await study.api.database.query(
      'select by, operation, version from backoffice.history where record_id = $1',
      [masters[0]._id],
    );
    expect(rows).toEqual([{ by: study.api.userId('admin'), operation: 'create', version: 1 }]);
  });

  test.each([
    [{ projectId: 'none' }, 'V014', 'projectId'],
    [{ mappingId: 'none' }, 'V014', 'mappingId'],
    [{ dryRun: 'yes' }, 'V002', 'dryRun'],
    [{ nope: 1 }, 'V009', 'nope'],
  ])('refuses %j', async (body, code, path) => {
    const { status, json } = await generate(body);

    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ code, path }]);
  });

  test('is refused to users who cannot write masters', async () => {
    const { status, json } = await generate({}, 'staff');

    expect([status, json.code]).toEqual([403, 'A006']);
  });

  test('runs one at a time', async () => {
    const { status, json } = await study.api.database.alone(async (session) => {
      await session.query(`select pg_advisory_lock(hashtext('masters.generate'))`);
      const refused = await generate();
      // Its server process releases it too, but a moment after the connection is closed.
      await session.query(`select pg_advisory_unlock(hashtext('masters.generate'))`);
      return refused;
    });
    const after = await generate();

    expect([status, json.code]).toEqual([409, 'S012']);
    expect(after.status).toBe(200);
  });
});

test('a generation shows its user how many extractions are read, then how many masters are written', async () => {
  const listen = async (as: string) => {
    const headers = { Authorization: `Bearer ${await study.api.tokenOf(as)}` };
    const request = new Request('http://localhost/api/sse/', { headers });
    const reader = readEvents(await study.api.api.fetch(request, { address: '::1' }));
    await expect.poll(() => reader.events.length).toBeGreaterThan(0);
    return reader;
  };
  const [own, other] = [await listen('admin'), await listen('viewer')];
  const project = await study.newProject();
  await study.measure({ project, rawCas: '84-74-2' });
  await study.measure({ project, rawCas: '84-74-2' });

  const body = { projectId: project };
  await study.api.call('POST', '/api/process/generate', { as: 'admin', body });

  const told = ({ events }: EventReader) =>
    events.filter(({ event }) => event === 'process.progress').map(({ data }) => data);
  await expect.poll(() => told(own).at(-1)?.state).toBe('done');
  expect(told(own)).toMatchObject([
    { phase: 'reading', rows: 0, total: 2, state: 'running', resource: 'masters' },
    { phase: 'writing', rows: 0, total: 1, state: 'running' },
    { phase: 'writing', rows: 1, total: 1, state: 'done' },
  ]);
  expect(told(other)).toEqual([]);
  await Promise.all([own.stop(), other.stop()]);
});
