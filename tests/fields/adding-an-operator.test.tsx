import { cleanup, render } from '@testing-library/react';
import { AdminContext, memoryStore } from 'react-admin';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FilterCondition } from '../../src/admin/list/filters/filter-chip.tsx';
import { loadCatalog } from '../../src/admin/messages/catalog.ts';
import { createI18nProvider } from '../../src/admin/messages/i18n-provider.ts';
import { textsOf } from '../../src/admin/messages/texts.ts';
import { describeOperators, listParameters } from '../../src/api/http/operation/parameters.ts';
import {
  operatorTests as inMemory,
  evaluateFilter,
} from '../../src/descriptor/filter/evaluate-filter.ts';
import { formatFilter } from '../../src/descriptor/filter/declared-filter.ts';
import { readWhere } from '../../src/descriptor/filter/where.ts';
import type { Operator } from '../../src/fields/type/operators.ts';
import { operatorSql as inSql } from '../../src/store/records/filters.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';
import { shapes } from '../support/shapes.ts';

import '../support/browser-parts.ts';

/*
 * An operator is a row in `operators.ts`, its SQL, what it is in memory, and its text. This one,
 * "has the text twice", is written into a copy of the file, which takes the place of the file itself.
 */
vi.mock('../../src/fields/type/operators.ts', async () => {
  const { readFileSync } = await import('node:fs');
  const { stripTypeScriptTypes } = await import('node:module');
  const row = `twice: {
    takes: 'text',
    group: 'wording',
    sign: '∷',
    formula: '= …{value}…',
    means: 'has twice, ignoring case',
  },`;
  const source = readFileSync('src/fields/type/operators.ts', 'utf8');
  const added = stripTypeScriptTypes(source.replace('const rows = {', `$&${row}`));
  return await import(`data:text/javascript,${encodeURIComponent(added)}`);
});

const twice = 'twice' as Operator;

const count = (text: unknown, part: unknown): number =>
  String(text).toLowerCase().split(String(part).toLowerCase()).length - 1;

let store: TestStore;

beforeAll(async () => {
  Object.assign(inSql, {
    twice: {
      one: (place, params, texts) =>
        `${place.sql} ilike ${params.add(`%${texts.concat(texts).join('%')}%`)}::text`,
    },
  } satisfies Record<string, (typeof inSql)[Operator]>);
  Object.assign(inMemory, {
    twice: (members, [part]) => members.some((member) => count(member, part) > 1),
  } satisfies Record<string, (typeof inMemory)[Operator]>);
  store = await openTestStore(shapes);
  for (const [id, values] of Object.entries(records))
    recordOf(await store.store.create(store.resource('things'), values, nobody, id));
});
afterAll(() => store.close());
afterEach(cleanup);

const records = {
  a: { code: 'a', label: 'Papa', words: ['pa', 'pa-pa'] },
  b: { code: 'b', label: 'Pa', words: ['pa', 'opa'] },
  c: { code: 'c' },
};

describe('an operator that is added by its rows', () => {
  test.each([
    ['one value', { label_twice: 'pa' }, 'a'],
    ['members', { words_twice: 'PA' }, 'a'],
    ['its opposite', { not: { label_twice: 'pa' } }, 'b c'],
  ])('is parsed, and matches in the database and in memory for %s', async (_, where, expected) => {
    const things = store.resource('things');
    const read = readWhere({ resource: things }, where);
    const filter = 'filter' in read ? read.filter : undefined;
    const query = { sort: [{ path: 'code', descending: false }], page: 1, perPage: 10 };
    const list = await store.store.list(things, { ...query, total: 'exact', filter: filter! });
    const atHand = Object.values(records).filter((record) => evaluateFilter(filter!, record));

    expect(
      parseRecords(list)
        .map(({ _id }) => _id)
        .join(' '),
    ).toBe(expected);
    expect(atHand.map(({ code }) => code).join(' ')).toBe(expected);
  });

  test('accepts the operand of its row', () => {
    const read = readWhere({ resource: store.resource('things') }, { label_twice: ['pa', 'po'] });

    expect(read).toMatchObject({ problems: [{ code: 'Q004', path: 'where.label_twice' }] });
  });

  test('is in the OpenAPI document, of each field whose type has its group', () => {
    const filters = listParameters(store.resource('things')).find(({ name }) => name === 'filters');
    const patterns = Object.keys((filters?.schema as any)?.patternProperties ?? {});
    const isFilter = (name: string) => patterns.some((pattern) => new RegExp(pattern).test(name));

    expect(
      ['label', 'words', 'box.name', 'year'].filter((each) => isFilter(`${each}_twice`)),
    ).toEqual(['label', 'words', 'box.name']);
    expect(describeOperators()).toContain('`year_twice`: has twice, ignoring case');
  });

  test('is worded in problems and on screens', async () => {
    const field = store.resource('things').fields.get('label')!;
    const text = { name: 'has twice', short: 'twice', sentence: 'has {value} twice' };
    await loadCatalog('en');
    Object.assign(textsOf('app').operators, { twice: text });
    const { container } = render(
      <AdminContext i18nProvider={createI18nProvider('en')} store={memoryStore()}>
        <FilterCondition field={field} operator={twice} value="pa" />
      </AdminContext>,
    );

    expect(container.textContent).toBe('twice “pa”');
    expect(formatFilter({ path: 'label', operator: twice, operands: ['pa'] })).toBe('label = …pa…');
  });
});
