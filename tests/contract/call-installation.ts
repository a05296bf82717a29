import type { OpenWorld } from '../worlds/open-world.ts';

/** Calls what this installation brings: its routes and its actions. */
export async function callInstallation({ api }: OpenWorld): Promise<void> {
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    api.call(method, `/api/${path}`, { as: 'admin', body, headers });
  const first = async (path: string) => (await call('GET', path)).json.data[0];

  await call('GET', 'mappings/latest');
  await call('GET', 'mappings/overview');
  const { json } = await call('GET', 'mappings/terms?kind=chem');
  const [{ term }] = json.data;
  await call('GET', 'mappings/terms?kind=chem&state=conflict');
  await call('GET', 'mappings/same-names?kind=chem');
  const asked = [{ term, cas: '', target: 'nobody' }];
  await call('POST', 'mappings/same-names', { kind: 'chem', terms: asked });
  const terms = [{ term }, { term: 'DEHP 117-81-7' }];
  await call('POST', 'mappings/suggestions', { kind: 'chem', terms, search: true });
  const chem = await first('chems?_perPage=1');
  const about = { kind: 'chem', decision: 'approve', term };
  await call('POST', 'mappings/decisions', { ...about, target: chem._id });
  await call('POST', 'process/generate', { dryRun: true });
  await call('POST', 'process/generate', {});

  const project = await first('projects?_perPage=1');
  for (const reading of ['sources', 'metas', 'results', 'activity/users', 'activity/sources'])
    for (const id of [project._id, 'nobody']) await call('GET', `projects/${id}/${reading}`);
  const long = 'a'.repeat(9_000);
  for (const path of ['mappings/terms', 'mappings/same-names', `projects/${project._id}/sources`])
    await call('GET', `${path}?q=${long}`);

  const source = await first('sources?_perPage=1&extractionStatus=extracted');
  await call('POST', `sources/${source._id}/review`, { verdict: 'reviewed' }, { 'If-Match': '*' });
}
