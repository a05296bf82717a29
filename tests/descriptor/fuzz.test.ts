import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writableFields } from '../../src/descriptor/access.ts';
import { checkRecord } from '../../src/descriptor/rules/record-check.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { parseListQuery } from '../../src/descriptor/filter/query.ts';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import { operators } from '../../src/fields/type/operators.ts';
import { right } from './broken-descriptors.ts';
import { books, library } from './library.ts';

const names = [...books.fields.keys(), '_id', '_version', 'createdAt', 'createdBy', 'shelf.room'];
const odd = ['__proto__', 'constructor', 'toString', '', '_', '_in', 'a.b.c', '\u0000', '\ud800'];

const key = fc.oneof(
  fc.constantFrom(...names, ...odd),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...Object.keys(operators)))
    .map((of) => of.join('_')),
  fc.constantFrom('q', 'where', '_page', '_perPage', '_sort', '_after', '_fields', '_total'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1', 'true', 'new', '2020-01-01', '1e999', '-0', 'null', '%', '%2C', ',', ',,'),
  fc.json(),
  key,
);
const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text, fc.constant(Array(2000).fill('x')));
const body = fc.dictionary(key, value, { maxKeys: 8 });
const role = fc.constantFrom('admin', 'staff', 'viewer', 'guest', 'nobody', '__proto__');
const base = { descriptor: library, resource: books };

/** The answer, which must come at once: a request that keeps the server busy is one everybody waits for. */
function atOnce<Answer>(run: () => Answer): Answer {
  const start = performance.now();
  const answer = run();
  expect(performance.now() - start).toBeLessThan(5_000);
  return answer;
}

describe('input from outside', () => {
  test('a query is understood or refused with place and reason', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, text), { maxLength: 12 }), role, (pairs, who) => {
        const params = new URLSearchParams(pairs);

        const parsed = atOnce(() => parseListQuery({ ...base, role: who, params }));

        const problems = 'problems' in parsed ? parsed.problems : [];
        expect(problems.filter(({ code, message }) => !code || !message)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a nested filter is understood or refused, and reveals nothing hidden', () => {
    const filter = fc.letrec((tie) => ({
      filter: fc.oneof(
        { maxDepth: 6 },
        fc.dictionary(key, value, { maxKeys: 3 }),
        fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ not: tie('filter') }),
      ),
    })).filter;

    fc.assert(
      fc.property(filter, (where) => {
        const parsed = atOnce(() => parseWhere({ ...base, role: 'staff', where }));

        const understood = 'problems' in parsed ? '' : JSON.stringify(parsed);
        expect(understood).not.toContain('"path":"secret"');
      }),
      { numRuns: 2_000 },
    );
  });

  test('a record is accepted or refused, and only writable fields are written', () => {
    const mode = fc.constantFrom('create', 'replace', 'patch');
    const current = { _id: 'b1', _version: 1, code: 'B1', shelf: { room: 'A' }, notes: [] };

    fc.assert(
      fc.property(body, mode, role, (given, how, who) => {
        const checked = atOnce(() =>
          checkRecord({ ...base, role: who, mode: how, body: given, current }),
        );

        const written = 'values' in checked ? Object.keys(checked.values) : [];
        const brought = written.filter((name) => Object.hasOwn(given, name));
        const writable = writableFields(library, who, books);
        expect(brought.filter((name) => !writable.includes(name))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an accepted record is accepted again unchanged', () => {
    const likely = fc.record(
      {
        code: fc.string({ unit: 'binary', maxLength: 12 }),
        year: fc.oneof(fc.integer({ min: 1400, max: 2200 }), fc.constant('')),
        rating: fc.double(),
        bought: fc.constantFrom('2020-02-29', '2021-02-29', null),
        keywords: fc.array(fc.string({ unit: 'binary', maxLength: 3 })),
        editors: fc.array(fc.constantFrom('a', 'b', 'c d')),
        shelf: fc.record({ room: fc.string(), row: fc.integer() }, { requiredKeys: [] }),
        notes: fc.jsonValue(),
        cas: fc.constantFrom('107-07-3', '107-07-4', ' MOSH ', '108-38-3, 106-42-3'),
      },
      { requiredKeys: [] },
    );
    let accepted = 0;

    fc.assert(
      fc.property(likely, (given) => {
        const once = checkRecord({ ...base, role: 'admin', mode: 'patch', body: given });
        if ('problems' in once) return;
        accepted += 1;
        const again = checkRecord({ ...base, role: 'admin', mode: 'patch', body: once.values });

        expect(again).toMatchObject({ values: once.values });
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test('a descriptor is understood or refused with a line', () => {
    const cut = fc.tuple(
      fc.nat(right.length),
      fc.nat(40),
      fc.oneof(text, fc.constantFrom('{', '}', '"', ',')),
    );

    fc.assert(
      fc.property(cut, ([at, length, put]) => {
        const parsed = parseDescriptor(right.slice(0, at) + put + right.slice(at + length));

        const problems = 'problems' in parsed ? parsed.problems : [];
        expect(problems.filter(({ line, column }) => !line || !column)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
