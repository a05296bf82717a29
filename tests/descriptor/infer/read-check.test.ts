import { describe, expect, it } from 'vitest';
import { readCheck } from '../../../src/descriptor/infer/read-check.ts';

// As PostgreSQL writes them back.
describe('a CHECK of a column', () => {
  it.each([
    [`CHECK ((c = ANY (ARRAY['a'::text, 'b, (it''s)'::text])))`, { oneOf: ['a', "b, (it's)"] }],
    [
      `CHECK (((c)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))`,
      { oneOf: ['a', 'b'] },
    ],
    [`CHECK (((c)::text = ANY (ARRAY[('a'::character varying)::text])))`, { oneOf: ['a'] }],
    [`CHECK (((c IS NULL) OR (c = ANY (ARRAY[1, 2]))))`, { oneOf: [1, 2] }],
    [`CHECK (((c = 'a'::text) OR (c = 'b'::text)))`, { oneOf: ['a', 'b'] }],
    [`CHECK ((c = 'a'::text))`, { oneOf: ['a'] }],
    [`CHECK ((c <@ ARRAY['a'::text, 'b'::text]))`, { members: ['a', 'b'] }],
    [`CHECK (((c >= 1) AND (c <= 5)))`, { min: 1, max: 5 }],
    [`CHECK (((c > (0)::numeric) AND (c < 1.5)))`, { above: 0, below: 1.5 }],
    [`CHECK ((c >= ('-40'::integer)::double precision))`, { min: -40 }],
    [`CHECK ((VALUE >= (0)::numeric))`, { min: 0 }],
    [`CHECK ((char_length(c) <= 10))`, { maxLength: 10 }],
    [`CHECK ((length((c)::text) > 2)) NOT VALID`, { minLength: 3 }],
    [`CHECK ((c <> ''::text))`, { filled: true }],
    [`CHECK ((c ~ '^[A-Z]{2}$'::text))`, { pattern: '^[A-Z]{2}$' }],
    [`CHECK (((c)::numeric(8,2) >= (1)::numeric(8,2)))`, { min: 1 }],
  ])('%s means %j', (text, meaning) => {
    expect(readCheck(text, 'c')).toEqual(meaning);
  });

  it.each([
    `CHECK ((c <> ALL (ARRAY['a'::text])))`,
    `CHECK ((NOT (c = ANY (ARRAY['a'::text]))))`,
    `CHECK (((c = 'a'::text) OR (length(c) > 5)))`,
    `CHECK (((c > 1) OR (c < 0)))`,
    `CHECK ((lower(c) = 'a'::text))`,
    `CHECK ((c = ANY (ARRAY['a'::text, other])))`,
    `CHECK ((c <> 'a'::text))`,
    `CHECK ((c > other))`,
    `CHECK ((c !~ 'x'::text))`,
  ])('%s is only reported', (text) => {
    expect(readCheck(text, 'c')).toBeUndefined();
  });

  it('recognises a column by its quoted name', () => {
    expect(readCheck(`CHECK (("my col" >= 0))`, 'my col')).toEqual({ min: 0 });
  });
});
