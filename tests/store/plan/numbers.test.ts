import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const number = { type: 'sequence', format: 'B-{number:3}' };
const books = (fields: object, more: object = {}): Resources => ({
  books: { fields: { name: { type: 'text' }, ...fields }, ...more },
});

async function add(id: string, columns = '', values = ''): Promise<void> {
  await at.rows(
    `insert into books (_id, "createdAt"${columns}) values ('${id}', '2026-01-0${id.length}Z'${values})`,
  );
}

const values = async (name = 'number') =>
  (await at.rows(`select _id, "${name}" as value from books order by _id`)).map(
    ({ _id, value }) => `${_id} ${value}`,
  );

describe('a plan', () => {
  test('numbers existing records in the order of their creation', async () => {
    await at.start(books({}));
    for (const id of ['zz', 'a', 'ccc']) await add(id);

    const { steps } = await at.plan(books({ number }));
    await at.apply(books({ number }));
    await add('dddd');

    expect(steps[0]).toMatchObject({ id: 'add:books.number', class: 'additive' });
    expect(await values()).toEqual(['a B-001', 'ccc B-003', 'dddd B-004', 'zz B-002']);
    expect((await at.plan(books({ number }))).steps).toEqual([]);
  });

  test('keeps the numbers of an earlier format, and counts on', async () => {
    await at.start(books({ number }));
    await add('a');

    const other = books({ number: { ...number, format: 'N{number}' } });
    expect((await at.start(other)).refused).toEqual([]);
    await add('bb');

    expect(await values()).toEqual(['a B-001', 'bb N2']);
  });

  test('numbers records without one when a text becomes a sequence, after the highest that fits', async () => {
    await at.start(books({ number: { type: 'text' } }));
    await add('a', ', number', `, 'B-041'`);
    await add('bb', ', number', `, 'B-99 or so'`);
    await add('ccc');

    await at.apply(books({ number }));
    await add('dddd');

    expect(await values()).toEqual(['a B-041', 'bb B-99 or so', 'ccc B-042', 'dddd B-043']);
  });

  test('names the records that share a number', async () => {
    await at.start(books({ number: { type: 'text' } }));
    await add('a', ', number', `, 'B-001'`);
    await add('bb', ', number', `, 'B-001'`);

    const outcome = await at.apply(books({ number }));

    expect(outcome).toMatchObject({ refused: [expect.stringContaining('number')] });
  });

  test('turns numbers of another type into text', async () => {
    await at.start(books({ number: { type: 'number', integer: true } }));
    await add('a', ', number', ', 7');
    await add('bb');

    await at.apply(books({ number: { type: 'sequence' } }));
    await add('ccc');

    expect(await values()).toEqual(['a 7', 'bb 8', 'ccc 9']);
  });

  test.each([true, false])('counts on when gaps become forbidden or allowed', async (gapless) => {
    await at.start(books({ number: { ...number, gapless } }));
    await add('a');
    await at.rows('delete from books');

    await at.start(books({ number: { ...number, gapless: !gapless } }));
    await add('bb');
    await add('ccc');

    expect(await values()).toEqual(['bb B-002', 'ccc B-003']);
  });

  test('keeps the count under a new name of the field and of the collection', async () => {
    await at.start(books({ number }));
    await add('a');
    await add('bb');
    await at.rows(`delete from books where _id = 'bb'`);

    const code = { ...number, was: 'number' };
    await at.apply(books({ code }));
    await add('ccc');
    await at.apply({
      volumes: { was: 'books', fields: books({ code })['books']!['fields' as never] },
    });
    await at.rows(`insert into volumes (_id) values ('d')`);

    expect(await at.rows('select code from volumes order by code')).toEqual([
      { code: 'B-001' },
      { code: 'B-003' },
      { code: 'B-004' },
    ]);
  });

  test('leaves a text when the sequence becomes one', async () => {
    await at.start(books({ number }));
    await add('a');

    await at.apply(books({ number: { type: 'text' } }));
    await add('bb');

    expect(await values()).toEqual(['a B-001', 'bb null']);
  });
});
