import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import type { Problem } from '../../src/fields/problems/problem.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { valueProblems } from '../../src/fields/problems/value-problems.ts';

const tier = { value: 2, label: { en: 'Tier 2', de: 'Stufe 2' } };
const textTypes = ['text', 'email', 'url', 'cas', 'ec', 'doi', 'inchiKey', 'structure'] as const;

describe('a value', () => {
  it.each<[type: keyof typeof fieldTypes, settings: object, value: unknown, problems: object[]]>([
    ['text', { maxLength: 3 }, 'abcd', [{ code: 'V003', path: 'field', params: { max: 3 } }]],
    ['text', { minLength: 3 }, 'ab', [{ code: 'V004', params: { min: 3 } }]],
    ['text', { pattern: '^a$' }, 'b', [{ code: 'V007', params: { pattern: '^a$' } }]],
    ['text', {}, 5, [{ code: 'V002', message: 'must be text' }]],
    ['number', { min: 5 }, 4, [{ code: 'V005', params: { min: 5 } }]],
    ['number', { max: 5 }, 6, [{ code: 'V006', params: { max: 5 } }]],
    ['number', { integer: true }, 1.5, [{ code: 'V017' }]],
    ['number', { decimals: 1 }, 1.25, [{ code: 'V018', params: { max: 1 } }]],
    ['number', { integer: true, max: 9 }, 2 ** 60, [{ code: 'V006' }]],
    [
      'choice',
      { choices: ['draft', 'reviewed'] },
      'Draft',
      [{ code: 'V008', hint: 'did you mean draft?', params: { choices: 'draft, reviewed' } }],
    ],
    ['choice', { choices: [1, 2] }, 'two', [{ code: 'V008', params: { choices: '1, 2' } }]],
    ['choice', { choices: ['1', '2'] }, 1, [{ code: 'V008', hint: 'did you mean 1?' }]],
    ['choices', { choices: ['a', 'b'] }, ['a', 'x'], [{ code: 'V008', path: 'field.1' }]],
    ['choices', { choices: ['a', 'b'] }, ['a', 'a'], [{ code: 'V015', params: { value: 'a' } }]],
    ['tags', { maxEntries: 1 }, ['a', 'b'], [{ code: 'V016', params: { max: 1 } }]],
    ['tags', {}, ['a', 'b', ''], [{ code: 'V001', path: 'field.2' }]],
    ['references', { to: 'x' }, ['a', 'a'], [{ code: 'V015' }]],
    [
      'references',
      { to: 'x', maxEntries: 1 },
      'abc',
      [{ code: 'V002', message: 'must be a list' }],
    ],
    [
      'date',
      {},
      '2023-02-29',
      [{ code: 'V011', params: { expected: 'date' }, message: 'is not a date such as 2026-11-21' }],
    ],
    [
      'json',
      {},
      JSON.parse('{"a":{"__proto__":1}}'),
      [{ code: 'V020', params: { key: '__proto__' } }],
    ],
    ['json', {}, { at: new Date(0) }, [{ code: 'V002', path: 'field' }]],
    [
      'object',
      { fields: { id: { type: 'text' } } },
      { id: 1, extra: 2 },
      [
        { path: 'field.id', code: 'V002' },
        { path: 'field.extra', code: 'V009' },
      ],
    ],
    [
      'object',
      { fields: { id: { type: 'text', required: true }, n: { type: 'number' } } },
      { n: 1 },
      [{ path: 'field.id', code: 'V001' }],
    ],
  ])('of type %s with %j: %j has a problem with the reason', (type, settings, value, problems) => {
    const found = problemsOf(type, settings, value);

    expect(found).toHaveLength(problems.length);
    expect(found).toMatchObject(problems);
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('of type json is at most 32 %s in each other', (_, open, close) => {
    const problemsAt = (depth: number) => {
      const inner = open === '[' ? '[]' : '{}';
      const text = `${open.repeat(depth - 1)}${inner}${close.repeat(depth - 1)}`;
      return problemsOf('json', {}, JSON.parse(text)).map(({ code }) => code);
    };

    expect(problemsAt(32)).toEqual([]);
    expect(problemsAt(33)).toEqual(['V019']);
  });

  it('of type json nested deeper than any stack is refused', () => {
    const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;

    expect(problemsOf('json', {}, deep)).toMatchObject([{ code: 'V019', params: { max: 32 } }]);
  });

  it.each(textTypes)('of type %s is refused with NUL or a lone surrogate', (type) => {
    for (const bad of ['a\0', '\ud800', 'x\udc00y']) {
      expect(problemsOf(type, {}, bad)).toMatchObject([{ code: 'V013' }]);
    }
  });

  it('is never accepted with a character that cannot be stored, wherever it is', () => {
    const bad = fc.constantFrom('\0', '\ud800', '\udfff');
    fc.assert(
      fc.property(fc.string(), bad, fc.string(), (before, character, after) => {
        const written = `${before}${character}${after}`;
        if (written.isWellFormed() && !written.includes('\0')) return; // The halves found each other.

        expect(problemsOf('tags', {}, [written])).toMatchObject([{ code: 'V013' }]);
        expect(problemsOf('json', {}, { deep: [{ text: written }] })).toMatchObject([
          { code: 'V013' },
        ]);
        expect(problemsOf('text', { trim: false }, written)).toMatchObject([{ code: 'V013' }]);
      }),
    );
  });

  it('of type text keeps every other character if it is not trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (written) => {
        const storable = written.replaceAll('\0', '');

        expect(parse('text', { trim: false }, storable)).toBe(storable);
      }),
    );
  });

  it('of type datetime is converted to UTC from any offset', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9000-01-01'), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (moment, minutes) => {
          const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
          const sign = minutes < 0 ? '-' : '+';
          const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
          const offset = `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;

          expect(parse('datetime', {}, `${local}${offset}`)).toBe(moment.toISOString());
        },
      ),
    );
  });

  it('of type number is never minus zero', () => {
    expect(Object.is(parse('number', {}, -0), 0)).toBe(true);
  });

  it('of type number survives a file exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const stored = parse('number', {}, value) as number;
        const { text }: FieldType = fieldTypes.number;
        const back = text.read(text.write(stored, {}), {});

        expect(back).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it.each([
    ['number', {}, ' 12.5 ', 12.5],
    ['number', {}, '1e3', 1000],
    ['number', {}, '1,5', '1,5'],
    ['number', {}, '0x10', '0x10'],
    ['number', {}, 'Infinity', 'Infinity'],
    ['boolean', {}, 'TRUE', true],
    ['boolean', {}, 'nein', false],
    ['boolean', {}, '1', true],
    ['boolean', {}, '0', false],
    ['boolean', {}, 'maybe', 'maybe'],
    ['boolean', {}, 'constructor', 'constructor'],
    ['date', {}, '21.11.2026', '2026-11-21'],
    ['date', {}, '1.2.2026', '2026-02-01'],
    ['date', {}, '11/21/2026', '11/21/2026'],
    ['choice', { choices: [1, 2] }, ' 2 ', 2],
    ['choice', { choices: ['1', '2'] }, '2', '2'],
    ['choice', { choices: [tier] }, 'stufe 2', 2],
    ['choice', { choices: ['a', { value: 'b', label: 'a' }] }, 'a', 'a'],
    ['choice', { choices: [tier, { ...tier, value: 3 }] }, 'Tier 2', 'Tier 2'],
    ['choices', { choices: [tier, 1] }, 'Tier 2 | 1', [2, 1]],
    ['json', {}, '{"a":1}', { a: 1 }],
    ['json', {}, 'no json', 'no json'],
    ['references', { to: 'x' }, 'a|b | c', ['a', 'b', 'c']],
    ['tags', {}, 'C:\\Temp | 🧪', ['C:\\Temp', '🧪']],
  ] as const)(
    'of type %s with %j is read from a file: %j is %j',
    (type, settings, written, value) => {
      const kind: FieldType = fieldTypes[type];

      expect(kind.text.read(written, kind.settings.parse(settings))).toEqual(value);
    },
  );
});

describe('an operand', () => {
  it.each([
    ['number', { integer: true }, '2000', 2000],
    ['number', { min: 1900 }, '5', 5],
    ['boolean', {}, 'true', true],
    ['choice', { choices: [1, 2] }, '2', 2],
    ['datetime', {}, '2026-11-21T13:45:00+01:00', '2026-11-21T12:45:00.000Z'],
    ['doi', {}, 'https://doi.org/10.1016/X', '10.1016/x'],
    ['email', {}, 'Ada@Example.org', 'ada@example.org'],
    ['url', {}, 'example.org', 'example.org'],
  ] as const)('of type %s with %j: %j means %j', (type, settings, given, means) => {
    const kind: FieldType = fieldTypes[type];

    expect(kind.filter.operand(kind.settings.parse(settings)).parse(given)).toEqual(means);
  });

  it.each([
    ['number', {}, 'abc'],
    ['number', {}, ''],
    ['number', { integer: true }, '2000.5'],
    ['boolean', {}, 'perhaps'],
    ['date', {}, 'yesterday'],
    ['datetime', {}, '2026-11-31'],
    ['choice', { choices: ['a'] }, 'b'],
    ['cas', {}, '80-05-8'],
    ['reference', { to: 'x' }, 'a b'],
    ['text', {}, 'a\0'],
  ] as const)('of type %s with %j cannot be %j', (type, settings, given) => {
    const kind: FieldType = fieldTypes[type];

    expect(kind.filter.operand(kind.settings.parse(settings)).safeParse(given).success).toBe(false);
  });
});

function parse(type: keyof typeof fieldTypes, settings: object, value: unknown): unknown {
  const kind: FieldType = fieldTypes[type];
  return kind.value(kind.settings.parse(settings)).parse(value);
}

function problemsOf(type: keyof typeof fieldTypes, settings: object, value: unknown): Problem[] {
  const kind: FieldType = fieldTypes[type];
  const { error } = kind.value(kind.settings.parse(settings)).safeParse(value);
  return error === undefined ? [] : valueProblems(error, 'field');
}
