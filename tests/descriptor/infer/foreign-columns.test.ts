import { expect, test } from 'vitest';
import { toColumnConversion } from '../../../src/descriptor/infer/foreign-table.ts';
import { guessColumn } from '../../../src/descriptor/infer/guess-column.ts';
import { readDefault } from '../../../src/descriptor/infer/read-default.ts';
import { column } from './foreign.ts';

test.each([
  ['bytea', undefined],
  ['tsvector', undefined],
  ['tsquery', undefined],
  ['bpchar(5)', 'trimmed'],
  ['timestamp', 'moment'],
  ['timestamptz', 'moment'],
  ['money', 'money'],
  ['int8', 'number'],
  ['float4', 'number'],
  ['jsonb', 'json'],
  ['bool', 'json'],
  ['_int4', 'json'],
  ['pair', 'json'],
  ['uuid', 'text'],
  ['varchar(5)', 'text'],
])('a column of %s is read as %s', (type, how) => {
  expect(toColumnConversion(column('c', type))).toBe(how);
});

const labels = ['a', 'b'];
const long = `${'x'.repeat(20)}\n`;

test.each<[type: string, values: unknown[], checks: string[], declaration: object | undefined]>([
  ['bytea', [], [], undefined],
  ['bool', [true], [], { type: 'boolean' }],
  ['date', ['2024-01-01'], [], { type: 'date' }],
  ['date', ['infinity'], [], { type: 'text' }],
  ['timestamptz', ['2024-01-01T00:00:00Z'], [], { type: 'datetime' }],
  ['timestamp', ['infinity'], [], { type: 'text' }],
  ['jsonb', [{ a: 1 }], [], { type: 'json' }],
  ['_text', [['a', 'b']], [], { type: 'tags' }],
  ['_text', [['a', 'a']], [], { type: 'json' }],
  ['_int4', [[1]], [], { type: 'json' }],
  ['int4', ['5'], [], { type: 'number', integer: true }],
  ['int8', ['9007199254740993'], [], { type: 'text' }],
  ['float8', ['0.1234567890123456'], [], { type: 'number' }],
  ['float8', ['NaN'], [], { type: 'text' }],
  ['numeric', ['1.5'], [], { type: 'number' }],
  ['numeric', ['123456789012345'], [], { type: 'number' }],
  ['numeric', ['1234567890123456'], [], { type: 'text' }],
  ['numeric(15,0)', ['5'], [], { type: 'number', integer: true }],
  ['numeric(16,0)', ['5'], [], { type: 'decimal', precision: 16, scale: 0 }],
  ['numeric(10,2)', ['5.25'], [], { type: 'decimal', precision: 10, scale: 2 }],
  ['numeric(20,16)', ['5'], [], { type: 'decimal', precision: 20, scale: 16 }],
  ['numeric(3,5)', ['0.005'], [], { type: 'number', decimals: 5 }],
  ['numeric(200,2)', ['5.25'], [], { type: 'number', decimals: 2 }],
  ['money', ['5.25'], [], { type: 'decimal', precision: 19, scale: 2 }],
  ['int4', ['5'], ['CHECK ((c > 5))'], { type: 'number', integer: true }],
  ['int4', ['5'], ['CHECK ((c > 4))'], { type: 'number', integer: true, min: 5 }],
  ['int4', ['1'], ['CHECK ((c = ANY (ARRAY[1, 2])))'], { type: 'choice', choices: [1, 2] }],
  ['int4', ['3'], ['CHECK ((c = ANY (ARRAY[1, 2])))'], { type: 'number', integer: true }],
  ['text', ['a'], [`CHECK ((c = 'a'::text))`], { type: 'choice', choices: ['a'] }],
  ['text', [' a'], [`CHECK ((c = ' a'::text))`], { type: 'text', trim: false }],
  ['_text', [['a']], [`CHECK ((c <@ ARRAY['a'::text]))`], { type: 'choices', choices: ['a'] }],
  ['uuid', ['x'], [], { type: 'text', maxLength: 36 }],
  ['text', ['50-00-0'], [], { type: 'cas' }],
  ['text', [long], [], { type: 'text', multiline: true, trim: false }],
  ['varchar(30)', [long.trim()], [], { type: 'text', maxLength: 30 }],
  ['varchar(1)', ['x'], [], { type: 'text', maxLength: 1 }],
  ['bpchar(4)', ['x'], [], { type: 'text', maxLength: 4 }],
  ['text', ['xy'], ['CHECK ((length(c) >= 2))'], { type: 'text', minLength: 2 }],
  ['text', ['xy'], ['CHECK ((length(c) >= 0))'], { type: 'text' }],
  ['varchar(30)', ['xy'], ['CHECK ((length(c) <= 9))'], { type: 'text', maxLength: 9 }],
  ['varchar(5)', ['xy'], ['CHECK ((length(c) <= 9))'], { type: 'text', maxLength: 5 }],
  ['text', ['AB'], [`CHECK ((c ~ '^[A-Z]{2}$'::text))`], { type: 'text', pattern: '^[A-Z]{2}$' }],
  ['text', ['ab'], [`CHECK ((c ~ '^[A-Z]{2}$'::text))`], { type: 'text' }],
  ['text', ['aa'], [`CHECK ((c ~ '(a)\\1'::text))`], { type: 'text' }],
])('a column of %s with %j and %j is %j', (type, values, checks, declaration) => {
  const distinct = new Set(values.map(String));
  const facts = { name: 'c', values, distinct, rows: values.length, isWritten: false };

  expect(guessColumn(column('c', type), facts, checks)?.declaration).toEqual(declaration);
});

test('the loss of a time zone or of digits is reported', () => {
  const facts = { name: 'c', values: [], distinct: new Set<string>(), rows: 0, isWritten: false };
  const reasons = ['timestamp', 'timestamptz', 'timestamptz(3)', 'timestamp(4)'].map(
    (type) => guessColumn(column('c', type), facts, [])!.because,
  );

  expect(reasons).toEqual([
    'no time zone, so read as UTC; truncated to milliseconds',
    'truncated to milliseconds',
    '',
    'no time zone, so read as UTC; truncated to milliseconds',
  ]);
});

test('an enum is a choice, and an array of one is choices', () => {
  const facts = { name: 'c', values: [], distinct: new Set<string>(), rows: 0, isWritten: false };
  const type = { name: 'state', category: 'E', labels };
  const one = guessColumn(column('c', 'state', { type }), facts, []);
  const many = guessColumn(column('c', '_state', { element: type }), facts, []);

  expect(one).toMatchObject({
    declaration: { type: 'choice', choices: labels },
    because: 'an enum',
  });
  expect(many).toMatchObject({ declaration: { type: 'choices', choices: labels } });
});

test.each([
  [null, 'text', undefined],
  ["'new'::text", 'text', 'new'],
  ["'it''s'::character varying", 'text', "it's"],
  ["''::text", 'text', undefined],
  ['5', 'number', 5],
  ["'5'::numeric", 'number', 5],
  ['(-1.5)::double precision', 'number', -1.5],
  ['true', 'boolean', true],
  ['false', 'boolean', false],
  ['CURRENT_DATE', 'date', '$today'],
  ['now()', 'datetime', '$now'],
  ['now()', 'text', undefined],
  ["'2024-01-01'::date", 'date', '2024-01-01'],
  ["'soon'::text", 'date', undefined],
  ["nextval('a'::regclass)", 'number', undefined],
])('the default %s of a field of type %s is %j', (written, type, value) => {
  expect(readDefault(written, { type })).toBe(value);
});
