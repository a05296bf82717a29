import { describe, expect, test } from 'vitest';
import { fillFields } from '../../src/store/system/hooks/fill-fields.ts';
import { cratesDescriptor, openCrates } from '../support/crates.ts';

const crates = openCrates();
const { call, add } = crates;

describe('computed fields of existing records', () => {
  const fill = async (version = '1') => {
    const [task] = fillFields([{ ...crates.weigh, version }]);
    return await task!.run({ ...crates.api, descriptor: cratesDescriptor });
  };
  const weights = async () =>
    (await call('GET', '?_sort=label')).json.data.map(({ weight }: any) => weight);
  const addOld = () =>
    crates.api.database.query(
      `insert into crates (_id, label, size) select lpad(n::text, 24, 'a'), 'C' || lpad(n::text, 4, '0'), n
       from generate_series(1, 1001) n`,
    );

  test('are computed once, in batches', async () => {
    await addOld();

    const counts = [await fill(), await fill()];

    expect(counts).toEqual([1001, 0]);
    expect((await weights()).slice(0, 3)).toEqual([10, 20, 30]);
    expect(crates.calls.map(({ length }) => length).filter((length) => length > 0)).toContain(500);
  });

  test('are computed again by a new version of the code, and only differences are written', async () => {
    await add('A', 1);
    const { _id, _version } = await add('B', 2);
    await fill();
    crates.compute = ({ records }) => records.map(({ size }) => (size === 1 ? 11 : size * 10));

    expect(await fill()).toBe(0);
    expect(await fill('2')).toBe(1);

    expect(await weights()).toEqual([11, 20]);
    expect((await call('GET', `/${_id}`)).json._version).toBe(_version);
  });

  test('continue after the last batch once the code no longer fails', async () => {
    await addOld();
    let count = 0;
    crates.compute = ({ records }) => {
      count += 1;
      return count > 2 ? fail() : records.map(() => 5);
    };
    await expect(fill()).rejects.toThrow('crates.weight failed');
    crates.compute = ({ records }) => records.map(() => 6);

    expect(await fill()).toBe(501);

    const all = await crates.api.database.rows(
      'select weight::float8, count(*)::int from crates group by 1',
    );
    expect(all).toEqual(expect.arrayContaining([{ weight: 5, count: 500 }]));
  });

  test('are computed again when the column was dropped and added', async () => {
    await add('A', 2);
    await fill();
    await crates.api.database.query(
      'alter table crates drop column weight; alter table crates add column weight double precision',
    );

    expect(await fill()).toBe(1);
    expect(await weights()).toEqual([20]);
  });
});

function fail(): never {
  throw new Error('no scales');
}
