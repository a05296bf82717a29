import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkExpression,
  type Resolver,
} from '../../../src/descriptor/expression/check-expression.ts';
import type { Expression } from '../../../src/descriptor/expression/expression.ts';
import type { ValueKind } from '../../../src/descriptor/expression/rollups.ts';
import { parseExpression } from '../../../src/descriptor/expression/parse-expression.ts';

const kinds: Record<string, ValueKind> = {
  a: 'number',
  b: 'number',
  name: 'text',
  open: 'boolean',
  day: 'date',
  at: 'datetime',
  'source.year': 'number',
};
const scope: Resolver = {
  kindOf: (path) => {
    const kind = kinds[path];
    return kind ? { kind } : { message: `${path} is not a field` };
  },
  records: (path) =>
    path === 'extractions.source' ? { scope } : { message: `${path} does not refer here` },
};

function check(text: string) {
  const parsed = parseExpression(text);
  return 'problem' in parsed
    ? { problems: [parsed.problem] }
    : checkExpression(parsed.expression, scope);
}

function say(expression: Expression): string {
  if (expression.kind === 'literal') return JSON.stringify(expression.value);
  if (expression.kind === 'path') return expression.path;
  if (expression.kind === 'variable') return expression.name;
  if (expression.kind === 'rollup') {
    const { name, value, of, where, by } = expression;
    const keys = by.map(({ path, isDescending }) => (isDescending ? '-' : '') + path);
    const parts = [value && say(value), `of ${of.path}`, where && say(where), ...keys];
    return `${name}[${parts.filter((part) => part !== undefined).join('; ')}]`;
  }
  return `${expression.name}(${expression.args.map(say).join(' ')})`;
}

describe('parseExpression', () => {
  it.each([
    ['a + b * 2', '+(a *(b 2))'],
    ['(a + b) * 2', '*(+(a b) 2)'],
    ['a - b - 1', '-(-(a b) 1)'],
    ['-a + b', '+(negative(a) b)'],
    ['not open or open and a > 1', 'or(not(open) and(open >(a 1)))'],
    ['not a > 1 and open', 'and(not(>(a 1)) open)'],
    ['open = not open', '=(open not(open))'],
    ["concat(name, ' it''s ', \"a\")", 'concat(name " it\'s " "a")'],
    ['if(a >= 1.5e3, true, null)', 'if(>=(a 1500) true null)'],
    ['source.year', 'source.year'],
    ['source.project.owner', 'source.project.owner'],
    ['count(x.y)', 'count[of x.y]'],
    ['count(x.y.z where a > 1 and open)', 'count[of x.y.z; and(>(a 1) open)]'],
    ['sum(a * b of x.y) / 2', '/(sum[*(a b); of x.y] 2)'],
    ['min(a, b) + min(a of x.y)', '+(min(a b) min[a; of x.y])'],
    ['first(name of x.y where open by -day, at)', 'first[name; of x.y; open; -day; at]'],
    ['concat(list(name of x.y by day), name)', 'concat(list[name; of x.y; day] name)'],
  ])('reads %s', (text, expected) => {
    const parsed = parseExpression(text);

    expect('expression' in parsed && say(parsed.expression)).toBe(expected);
  });

  it.each([
    ['', 0],
    ['a +', 3],
    ['a b', 2],
    ['round(a', 7],
    ['a ; b', 2],
    ["'open", 0],
    ['()', 1],
    ['sum(a)', 5],
    ['sum(a, b)', 8],
    ['sum()', 4],
    ['sum(a of)', 8],
    ['count(1)', 6],
    ['count(x.y where)', 15],
    ['first(a of x.y by 1)', 18],
    ['round(a of x.y)', 8],
  ])('names the position of the error in %j', (text, at) => {
    const parsed = parseExpression(text);

    expect('problem' in parsed && parsed.problem.at).toBe(at);
  });

  it('refuses a nesting that would exhaust the stack', () => {
    const parsed = parseExpression('('.repeat(900) + 'a' + ')'.repeat(900));

    expect(parsed).toMatchObject({ problem: { message: expect.stringContaining('levels deep') } });
  });

  it.each([
    ['characters', (more: number) => 'a'.repeat(2000 + more), 'longer than 2000 characters', 2000],
    ['operations', (more: number) => 'a' + '+a'.repeat(200 + more), 'more than 200 operations', 0],
    [
      'levels',
      (more: number) => '('.repeat(50 + more) + 'a' + ')'.repeat(50 + more),
      'more than 50 levels',
      50,
    ],
  ])('reads as many %s as are allowed, and not one more', (_, make, message, at) => {
    expect(parseExpression(make(0))).toHaveProperty('expression');
    expect(parseExpression(make(1))).toEqual({
      problem: { message: expect.stringContaining(message), at, wrong: 'form' },
    });
  });

  it('accepts or refuses every text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            ...'ab.(),+-*/%=<>! 1\'"',
            'not',
            'sum(',
            ' of ',
            ' where ',
            ' by ',
            'count(',
          ),
        }),
        (text) => {
          expect(Object.keys(parseExpression(text))).toHaveLength(1);
        },
      ),
    );
  });
});

describe('checkExpression', () => {
  it.each([
    ['a + 1', 'number'],
    ["concat(name, ' ', a, open)", 'text'],
    ['if(open, day, null)', 'date'],
    ['coalesce(null, name)', 'text'],
    ['year(at) - source.year', 'number'],
    ['count(extractions.source) > 0', 'boolean'],
    ['round(a / b)', 'number'],
    ['min(a, b, 3)', 'number'],
    ['max(day of extractions.source)', 'date'],
    ['sum(a of extractions.source where open)', 'number'],
    ['first(open of extractions.source by -day)', 'boolean'],
    ['list(a of extractions.source)', 'text'],
  ])('%s gives %s', (text, kind) => {
    expect(check(text)).toEqual({ kind });
  });

  it.each([
    ['name + 1', '+ needs number here, not text'],
    ['open = a', '= needs boolean here, not number'],
    ['rond(a)', 'rond is not a function'],
    ['round()', 'round needs 1 to 2 values, not 0'],
    ['abs(a, b)', 'abs needs one value, not 2'],
    ['unknown * 2', 'unknown is not a field'],
    ['count(a)', 'a does not refer here'],
    ['sum(name of extractions.source)', 'sum needs number here, not text'],
    ['max(open of extractions.source)', 'max needs number, text, date, datetime here, not boolean'],
    ['sum(a of x.y)', 'x.y does not refer here'],
    ['count(extractions.source where a)', 'where needs boolean here, not number'],
    ['list(name of extractions.source by unknown)', 'unknown is not a field'],
    ['sum(a of extractions.source by a)', 'sum has no order, so it takes no “by”'],
    ['sum(unknown of extractions.source)', 'unknown is not a field'],
    ["if(open, a, 'x')", 'if needs number here, not text'],
    ['if(open)', 'if needs 3 values, not 1'],
    ['min()', 'min needs 2 or more values, not 0'],
  ])('refuses %s', (text, message) => {
    expect(check(text)).toMatchObject({ problems: [{ message }] });
  });

  it.each([
    ['1 + count(a)', [[10, 'name']]],
    ['1 + count(a, b)', [[11, 'form']]],
    ['1 + count()', [[10, 'form']]],
    ['count(extractions.source where sum(a of b) > 1)', [[40, 'name']]],
    ['1 + unknown', [[4, 'name']]],
    ['1 + rond(a)', [[4, 'name']]],
    ['1 + name', [[4, 'kind']]],
    [
      '1 + abs(a, name)',
      [
        [4, 'kind'],
        [11, 'kind'],
      ],
    ],
    ['a + year(at, day)', [[4, 'kind']]],
  ])('names each wrong place in %s once', (text, places) => {
    const checked = check(text);

    expect('problems' in checked && checked.problems.map(({ at, wrong }) => [at, wrong])).toEqual(
      places,
    );
  });
});
