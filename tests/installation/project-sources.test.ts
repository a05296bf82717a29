import { afterAll, expect, test } from 'vitest';
import { firstInstallation } from '../support/first-installation.ts';
import { openStudy } from '../support/study.ts';

const study = await openStudy();
const project = await study.newProject();
const other = await study.newProject();
const rest = { title: 'A study', year: 2020 };
await study.make('sources', { ...rest, sourceId: 'plain', project });
await study.make('sources', { ...rest, sourceId: 'noted', project, tagtog: { id: 'a1' } });
await study.make('sources', { ...rest, sourceId: 'other', project: other });
afterAll(() => study.api.close());

async function ask(query: string, id = project) {
  const path = `/api/projects/${id}/sources${query}`;
  const { status, json } = await study.api.call('GET', path, { as: 'viewer' });
  return { status, json, ids: json.data?.map((source: any) => source.sourceId) };
}

test.each([
  ['?_sort=sourceId', ['noted', 'plain']],
  ['?tagtog=true', ['noted']],
  ['?tagtog=false&_sort=-sourceId', ['plain', 'noted']],
  ['?sourceId=plain', ['plain']],
])('the sources of a project are listed with %s', async (query, expected) => {
  const { status, ids, json } = await ask(query);

  expect([status, ids, json.total]).toEqual([200, expected, expected.length]);
});

test('a user who assigns a source to a project reads that its extractions do not move', () => {
  const { help } = firstInstallation().resources.get('sources')!.fields.get('project')!;

  expect(help?.['en']).toContain('extractions do not move with the source');
});

test.each([
  ['?tagtog=perhaps', 400, 'Q004'],
  ['?project=x', 400, 'Q001'],
  ['?tagtog=true&tagtog=false', 400, 'Q004'],
  ['?nope=1', 400, 'Q002'],
])('the sources of a project refuse %s', async (query, status, code) => {
  expect(await ask(query)).toMatchObject({ status, json: { code } });
});

test('an unknown project has no sources', async () => {
  expect(await ask('', 'none')).toMatchObject({ status: 404, json: { code: 'S001' } });
});
