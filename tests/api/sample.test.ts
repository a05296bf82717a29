import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApi } from '../support/api.ts';

const writeSample = (rows: Readonly<Record<string, readonly object[]>>) =>
  Promise.all(
    Object.entries(rows).map(([name, all]) =>
      writeFile(join(folder, `${name}.ndjson`), all.map((row) => JSON.stringify(row)).join('\n')),
    ),
  );
const start = async (as: string) => (await api.call('GET', '/api/info/start', { as })).json;
const load = (as = 'admin') => api.call('POST', '/api/admin/sample', { as });

const folder = await mkdtemp(join(tmpdir(), 'sample-'));
const api = await openTestApi({ sample: () => folder });
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

describe('the sample data', () => {
  it('is offered only to admins, while there are no records', async () => {
    await writeSample({ authors: [{ name: 'Jane Austen' }] });

    expect(await start('admin')).toEqual({ empty: true, sample: true });
    expect(await start('viewer')).toEqual({ empty: true, sample: false });
    for (const role of ['staff', 'viewer']) expect((await load(role)).status).toBe(403);
    expect((await api.call('GET', '/api/info/start')).status).toBe(401);
  });

  it('is loaded completely or not at all', async () => {
    await writeSample({ authors: [{ name: 'Jane Austen' }, { name: true }] });

    const { status, json } = await load();

    expect(status).toBe(422);
    expect(json.problems[0].path).toMatch(/^authors\.2\./);
    expect(await start('admin')).toEqual({ empty: true, sample: true });
  });

  it('is loaded as one change set with an entry in the audit, and only once', async () => {
    await writeSample({ authors: [{ name: 'Jane Austen' }, { name: 'George Eliot' }] });

    const { status, json, headers } = await load();

    expect([status, json]).toEqual([200, { created: { authors: 2 } }]);
    const set = await api.call('GET', `/api/changes/${headers.get('Change-Set')}`, { as: 'admin' });
    expect(set.json).toMatchObject({ by: api.userId('admin'), way: 'import', file: 'sample' });
    const { json: audit } = await api.call('GET', '/api/admin/audit?action=sampleLoaded', {
      as: 'admin',
    });
    expect(audit.data).toMatchObject([
      { actor: { _id: api.userId('admin') }, detail: { created: 2 } },
    ]);
    const again = await load();
    expect([again.status, again.json.code]).toEqual([409, 'S030']);
    expect(await start('admin')).toEqual({ empty: false, sample: false });
  });

  it('is not offered if the descriptor lacks one of its collections', async () => {
    await writeSample({ planets: [{ name: 'Venus' }] });

    expect((await load()).status).toBe(404);
  });
});
