import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', maxLength: 100 };

describe('a plan is applied', () => {
  test('that converts or removes a required field: new records lack the old values', async () => {
    const codes = (fields: object): Resources => ({
      books: { fields: { title: text, ...fields } },
    });
    const required = { ...text, required: true };
    await at.start(codes({ code: required, old: required }));
    await at.rows(`insert into books (_id, title, code, old) values ('a', 'First', '1', 'x')`);

    await at.apply(codes({ code: { type: 'number', required: true } }));
    await at.rows(`insert into books (_id, title, code) values ('b', 'Second', 2)`);

    expect(await at.rows('select title, code from books order by _id')).toEqual([
      { title: 'First', code: 1 },
      { title: 'Second', code: 2 },
    ]);
  });
});
