import type pg from 'pg';
import { commonWords, createRandom, rareWords, toChemRow } from './chem-rows.ts';
import { askOnce, toRequest } from './client.ts';

/** A question of which the answer may take longer, the more records there are. */
export type GrowthScenario = {
  name: string;
  next(): string;
  /** What has to happen before each request and is not measured. */
  before?: () => Promise<unknown>;
};

export type Sample = { _id: string; casId: string; commonName: string; inchiKey: string };

type Ground = {
  client: pg.Client;
  port: number;
  headers: Readonly<Record<string, string>>;
  rows: number;
};

export async function createGrowthScenarios(ground: Ground): Promise<GrowthScenario[]> {
  const { client, port, headers, rows } = ground;
  const random = createRandom(7);
  const samples = await readSamples(client, rows);
  const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const anyone = () => among(samples);
  const get = (path: string) => toRequest('GET', path, headers);
  const list = (query: string) => get(`/api/chems?_perPage=50&${query}`);
  const patch = (id: string) =>
    toRequest(
      'PATCH',
      `/api/chems/${id}`,
      { ...headers, 'If-Match': '*' },
      JSON.stringify({ comments: `note ${Math.floor(random() * 1e9)}` }),
    );
  const tier = () => 1 + Math.floor(random() * 4);
  const weight = () => 150 + Math.floor(random() * 200);
  const estimate = '_sort=commonName&_total=estimate';
  let created = 0;
  const newRow = () => toChemRow(20_000_000 + created++);
  const update = () => askOnce(port, patch(anyone()._id));
  const moments = {
    recent: await momentBefore(client, 1_000),
    old: await momentBefore(client, rows / 2),
  };

  return [
    { name: 'get one', next: () => get(`/api/chems/${anyone()._id}`) },
    { name: 'first page', next: () => list(estimate) },
    {
      name: 'first page by a field with a shared index',
      next: () => list('_sort=-molecularWeight&_total=estimate'),
    },
    {
      name: 'first page by a field without an index',
      next: () => list('_sort=monoisotopicMass&_total=estimate'),
    },
    ...(await createDeepPages(ground, get)),
    {
      name: 'page in the middle, by its number',
      next: () => list(`_sort=commonName&_total=none&_page=${Math.floor(rows / 100)}`),
    },
    {
      name: 'exact total of all, after a change',
      before: update,
      next: () => list('_sort=commonName&_total=exact'),
    },
    {
      name: 'exact total of all, counted before',
      next: () => list('_sort=commonName&_total=exact'),
    },
    { name: 'filtered by a choice', next: () => list(`${estimate}&fccPrioTier=${tier()}`) },
    {
      name: 'filtered by a choice, exact total after a change',
      before: update,
      next: () => list(`_sort=commonName&_total=exact&fccPrioTier=${tier()}`),
    },
    {
      name: 'filtered by two fields',
      next: () => list(`${estimate}&fccPrioTier=${tier()}&molecularWeight_lt=${weight()}`),
    },
    { name: 'filtered by a key', next: () => list(`${estimate}&inchiKey=${anyone().inchiKey}`) },
    { name: 'filtered by a member of a list', next: () => list(`${estimate}&hazards=Carc.%201`) },
    {
      name: 'contains a common word',
      next: () => list(`${estimate}&commonName_contains=${among(commonWords)}`),
    },
    {
      name: 'contains a rare word',
      next: () => list(`${estimate}&commonName_contains=${among(rareWords())}`),
    },
    {
      name: 'contains a number that one name has',
      next: () => list(`${estimate}&commonName_contains=${numberOf(anyone())}`),
    },
    { name: 'list with q: a common word', next: () => list(`${estimate}&q=${among(commonWords)}`) },
    { name: 'list with q: a CAS number', next: () => list(`${estimate}&q=${anyone().casId}`) },
    {
      name: 'list with q: a stem and a number',
      next: () => list(`${estimate}&q=${among(rareWords())}%20${numberOf(anyone())}`),
    },
    { name: 'search: a CAS number', next: () => get(`/api/search?q=${anyone().casId}`) },
    {
      name: 'search: a name',
      next: () => get(`/api/search?q=${encodeURIComponent(anyone().commonName)}`),
    },
    {
      name: 'search: a common word',
      next: () => get(`/api/chems/search?_limit=5&q=${among(commonWords)}`),
    },
    {
      name: 'search: a name with a typo',
      next: () =>
        get(`/api/chems/search?_limit=5&q=${encodeURIComponent(mistyped(anyone().commonName))}`),
    },
    { name: 'facet of a choice', next: () => get('/api/chems/facets?fields=fccPrioTier') },
    {
      name: 'facet of a choice, filtered',
      next: () => get(`/api/chems/facets?fields=fccPrioTier&molecularWeight_lt=${weight()}`),
    },
    { name: 'facet of a list', next: () => get('/api/chems/facets?fields=hazards') },
    { name: 'average', next: () => get('/api/chems/aggregates?_aggregate=molecularWeight:avg') },
    { name: 'groups by a choice', next: () => get('/api/chems/groups?_by=status') },
    {
      name: 'neighbours',
      next: () => get(`/api/chems/${anyone()._id}/neighbours?_sort=commonName`),
    },
    { name: 'history of a record', next: () => get(`/api/chems/${anyone()._id}/history`) },
    { name: 'an earlier version', next: () => get(`/api/chems/${anyone()._id}/history/1`) },
    { name: 'changes of a collection', next: () => get('/api/changes/records?resource=chems') },
    {
      name: 'changes of a person',
      next: () => get(`/api/changes/records?by=person-${Math.floor(random() * 20)}`),
    },
    {
      name: 'changes of a person in a collection',
      next: () => get(`/api/changes/records?resource=chems&by=person-${Math.floor(random() * 20)}`),
    },
    { name: 'change sets', next: () => get('/api/changes') },
    {
      name: 'list as of 1,000 changes ago',
      next: () => list(`_sort=commonName&_total=estimate&_asOf=${moments.recent}`),
    },
    {
      name: 'list as of half of all changes ago',
      next: () => list(`_sort=commonName&_total=estimate&_asOf=${moments.old}`),
    },
    { name: 'trash', next: () => get('/api/chems/trash') },
    { name: 'dashboard: number and trend', next: () => get('/api/dashboard/chems') },
    { name: 'information: number of all records', next: () => get('/api/info') },
    { name: 'structure: indexes', next: () => get('/api/structure/indexes') },
    { name: 'duplicates of a key', next: () => get('/api/chems/duplicates?field=inchiKey') },
    {
      name: 'duplicates by similarity, first step',
      next: () => get('/api/chems/duplicates?field=commonName&by=similarity'),
    },
    {
      name: 'create',
      next: () => toRequest('POST', '/api/chems', headers, JSON.stringify(newRow())),
    },
    { name: 'update one field', next: () => patch(anyone()._id) },
    {
      name: 'delete',
      next: () =>
        toRequest('DELETE', `/api/chems/${samples.pop()!._id}`, { ...headers, 'If-Match': '*' }),
    },
    {
      name: 'paste of 200 cells',
      next: () => {
        const records = Array.from({ length: 200 }, () => ({
          _id: anyone()._id,
          _version: '*',
          data: { comments: `pasted ${Math.floor(random() * 1e9)}` },
        }));
        const distinct = [...new Map(records.map((record) => [record._id, record])).values()];
        return toRequest(
          'POST',
          '/api/chems/bulk',
          headers,
          JSON.stringify({ action: 'update', records: distinct }),
        );
      },
    },
  ];
}

/** Pages after positions at several depths. The cursor of one page tells how all of its order are written. */
async function createDeepPages(
  { client, port, headers, rows }: Ground,
  get: (path: string) => string,
) {
  const path = '/api/chems?_sort=commonName&_perPage=50&_total=none';
  const { body } = await askOnce(port, toRequest('GET', path, headers));
  const { next } = JSON.parse(body.toString()) as { next: string };
  const [mark] = JSON.parse(Buffer.from(next, 'base64url').toString()) as [string];
  const pages: GrowthScenario[] = [];
  for (const share of [0.01, 0.25, 0.5, 0.99]) {
    const { rows: found } = await client.query<{ commonName: string; _id: string }>(
      `select "commonName", _id from chems order by "commonName", _id offset $1 limit 40`,
      [Math.floor(rows * share)],
    );
    let at = 0;
    pages.push({
      name: `page after a cursor at ${100 * share} %`,
      next: () => {
        const { commonName, _id } = found[at++ % found.length]!;
        const cursor = Buffer.from(JSON.stringify([mark, commonName, _id])).toString('base64url');
        return get(`${path}&_after=${cursor}`);
      },
    });
  }
  return pages;
}

/** Records from all over the table. */
async function readSamples(client: pg.Client, rows: number): Promise<Sample[]> {
  // Not at equal distances: round numbers are parts of many others.
  const random = createRandom(8);
  const numbers = Array.from({ length: 2_000 }, () => Math.floor(random() * rows));
  const ids = [...new Set(numbers)].map((number) => `DTXSID${90_000_000_000 + number}`);
  const { rows: found } = await client.query<Sample>(
    `select c._id, "casId", "commonName", "inchiKey" from unnest($1::text[]) with ordinality n(dtxsid, place)
       join chems c using (dtxsid) order by place`,
    [ids],
  );
  return found;
}

async function momentBefore(client: pg.Client, changes: number): Promise<string> {
  const { rows } = await client.query<{ at: Date }>(
    `select at from backoffice.history where seq = (select max(seq) from backoffice.history) - $1::bigint`,
    [Math.floor(changes)],
  );
  return encodeURIComponent(rows[0]!.at.toISOString());
}

function numberOf({ commonName }: Sample): string {
  return commonName.slice(commonName.lastIndexOf(' ') + 1);
}

/** Two letters of the name change places. */
function mistyped(name: string): string {
  const at = Math.floor(name.length / 2) - 2;
  return `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
}
