import { describe, expect, test } from 'vitest';
import { openEmptyStudy } from '../support/empty-study.ts';
import type { Study } from '../support/study.ts';

let study: Study;
openEmptyStudy((opened) => {
  study = opened;
});

const get = async (path: string) =>
  (await study.api.call('GET', `/api/mappings/${path}`, { as: 'staff' })).json;
const namesOfOpen = async () => (await get('terms')).data.map(({ term }: any) => term);

describe('the stored terms', () => {
  const sql = (text: string) => study.api.database.query(text);
  const kept = async () => {
    await get('overview');
    const { rows } = await sql(
      'select kind, term, cas, count, "first", "last", state from backoffice.terms order by kind, term, cas',
    );
    const sums = await sql('select * from backoffice.term_counts order by kind, state');
    return { rows, sums: sums.rows };
  };
  const fill = (count: number) =>
    sql(`insert into extractions (_id, "extractionId", source, "rawChemName", "rawCas", "rawChemFunction", "rawFoodContactArticle", "testType", detected)
      select 'e' || n, 'E-' || n, '${study.source}', ' Name  ' || n % 40, case when n % 3 = 0 then n % 5 || '-00-0' end,
        case when n % 2 = 0 then 'Use ' || n % 7 end, 'Article ' || n % 30, 'extraction', true from generate_series(1, ${count}) n;
      insert into mappings (_id, "mappingId", "mappingType", "rawTerm", "rawCas", chem, target, status, "mappingVersion")
      select 'm' || n, 'M-' || n, case when n % 3 = 0 then 'foodContactArticle' else 'chem' end,
        case when n % 3 = 0 then 'ARTICLE ' else 'name ' end || n % 25, case when n % 4 = 0 then n % 5 || '-00-0' end,
        case when n % 3 > 0 then '${study.dbp}' end, 'target ' || n % 2, case when n % 5 = 0 then 'rejected' else 'approved' end, 1
      from generate_series(1, ${count / 5}) n`);

  test('are the same after changes by plain SQL as when rebuilt', async () => {
    await fill(300);
    await kept();
    const changes = [
      `update extractions set "rawChemName" = 'Other ' || right(_id, 1), "rawCas" = null where _id like 'e1%'`,
      `update extractions set status = 'rejected' where _id like 'e2%'`,
      `update mappings set status = 'rejected' where _id like 'm1%'; update mappings set "rawCas" = null where _id like 'm2%'`,
      `update mappings set chem = '${study.water}' where _id like '%5'; delete from mappings where _id like 'm3%'`,
      `update chems set "casId" = '3-00-0' where _id = '${study.dbp}'`,
      `update chems set "casId" = '84-74-2' where _id = '${study.dbp}'; delete from extractions where _id like '%7'`,
      `update mappings set "mappingVersion" = 2 where _id = 'm4'`,
      'truncate extractions, masters__extractions',
    ];
    for (const change of changes) {
      await sql(change);

      const followed = await kept();
      await sql('delete from backoffice.term_state');

      expect({ change, ...followed }).toEqual({ change, ...(await kept()) });
    }
    expect((await kept()).rows.length).toBeGreaterThan(0);
  });

  test('follow every version of mappings that a form accepts', async () => {
    const before = (await get('overview')).version;
    const mappingVersion = Number.MAX_SAFE_INTEGER;
    const mapping = await study.map('Newest', { chem: study.dbp, mappingVersion });

    const newest = await get('overview');
    await sql(`update mappings set status = 'rejected' where _id = '${mapping}'`);

    expect([newest.version, (await get('overview')).version]).toEqual([mappingVersion, before]);
  });

  test('miss no simultaneous or late writes', async () => {
    await kept();
    const late = await study.api.database.begin();
    await late.connection.query(
      `insert into extractions (_id, "extractionId", source, "rawChemName", "testType", detected)
       values ('late', 'E-late', '${study.source}', 'Late', 'extraction', true)`,
    );
    const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
    await Promise.all(
      names.flatMap((rawChemName) => [
        study.measure({ rawChemName }),
        namesOfOpen(),
        get('overview'),
      ]),
    );
    expect(await namesOfOpen()).toEqual(names.map((name) => name.toLowerCase()));

    await late.end('commit');

    expect(await namesOfOpen()).toContain('late');
    expect((await get('overview')).kinds.chem).toMatchObject({ open: 9, rows: 9 });
  });
});
