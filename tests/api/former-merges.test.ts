import { afterAll, expect, it } from 'vitest';
import { systemTables } from '../../src/store/schema/system-tables/system-tables.ts';
import { openTestApi } from '../support/api.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';

const api = await openTestApi({ descriptor: () => plantsDescriptor });
afterAll(() => api.close());

const { plant, bag, get, merge } = useOfPlants(() => api);

/** The tables of earlier versions, with this merge as those kept it. */
const former = (id: string) => `
  create table backoffice.merges (id text primary key, at timestamptz(3) not null default now(), by text,
    resource text not null, kept text not null, before jsonb not null, after jsonb not null, gone jsonb not null,
    undone_at timestamptz(3));
  create table backoffice.merged (resource text not null, id text not null, kept text not null,
    merge text not null references backoffice.merges on delete cascade, primary key (resource, id));
  create table backoffice.merge_moves (merge text not null references backoffice.merges on delete cascade,
    resource text not null, id text not null, field text not null, before jsonb not null, after jsonb not null,
    primary key (merge, resource, field, id));
  insert into backoffice.merges (id, at, by, resource, kept, before, after, gone)
    select id, at, by, resource, detail->>'kept', '{}', '{}',
      (select jsonb_agg(jsonb_build_object('_id', e)) from jsonb_array_elements(detail->'gone') e)
    from backoffice.change_sets where id = '${id}';
  insert into backoffice.merged select resource, e->>'_id', kept, id from backoffice.merges, jsonb_array_elements(gone) e;
  insert into backoffice.merge_moves select id, 'bags', 'b', 'plant', 'null', 'null' from backoffice.merges;
  update backoffice.change_sets set detail = '{}' where id = '${id}'`;

it.each([
  ['with a change set', ''],
  [
    'from before there were change sets',
    `update backoffice.history set change_set = null, way = null; delete from backoffice.change_sets`,
  ],
])('a merge by an earlier version, %s, redirects and can be undone', async (_, older) => {
  const [kept, gone] = [await plant('Acer'), await plant('Acer a.')];
  const other = await plant('Tilia');
  const inside = await bag({ plant: gone._id });
  const { json: merged } = await merge(kept, [gone]);
  await api.database.query(`${former(merged.merge)}; ${older}`);

  // Any start may find them, and the one after it must find nothing to do.
  for (const statement of [...systemTables, ...systemTables]) await api.database.query(statement);

  const redirect = await get(`/api/plants/${gone._id}`);
  expect(redirect.headers.get('Location')).toBe(`/api/plants/${kept._id}`);
  const { json: merges } = await get('/api/plants/merges');
  expect(merges.data[0]).toMatchObject({
    id: merged.merge,
    by: api.userId('keeper'),
    kept: kept._id,
    gone: [gone._id],
    moved: 1,
    undoneAt: null,
    mayUndo: true,
  });
  const path = `/api/plants/merges/${merged.merge}/undo`;
  const { json: undone } = await api.call('POST', path, { as: 'keeper' });
  expect(undone).toEqual({ restored: [gone._id], moved: 1, left: [] });
  expect((await get(`/api/bags/${inside._id}`)).json.plant).toBe(gone._id);
  expect((await get(`/api/plants/${other._id}`)).json._version).toBe(1);
});
