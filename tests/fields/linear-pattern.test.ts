import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePattern, type LinearPattern } from '../../src/fields/pattern/linear-pattern.ts';

const piece = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\d',
  '[ab]',
  '[^a]',
  '\\.',
  '\\u0061',
  '\\x62',
  '\\p{L}',
  '^',
  '$',
  'ü',
  '🧪',
);
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?');
const pattern = fc.letrec<{ whole: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small' },
    piece,
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?<name>'), tie('whole'))
      .map(([open, inner]) => `${open}${inner})`),
  ),
  whole: fc
    .array(fc.tuple(tie('atom'), quantifier, fc.constantFrom('', '', '', '|')), { maxLength: 4 })
    .map((parts) =>
      parts.map(([atom, times, or]) => `${atom}${/^[\^$]$/.test(atom) ? '' : times}${or}`).join(''),
    ),
})).whole;
const text = fc.string({
  unit: fc.constantFrom('a', 'b', '1', '.', 'ü', '🧪', '\n'),
  maxLength: 8,
});

describe('a pattern', () => {
  it('matches what JavaScript matches', () => {
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const native = matchNatively(source, subject);
        fc.pre(native !== undefined);

        const parsed = parsePattern(source);
        // Some drawn patterns repeat more than a pattern may; that they are refused is another test.
        fc.pre(!('refused' in parsed && /too many repetitions/.test(parsed.refused)));

        expect(parse(source).test(subject)).toBe(native);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['^DTXSID\\d{7,}$', 'DTXSID3020596', 'DTXSID302'],
    ['^\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]$', '0000-0002-1825-0097', '0000-0002-1825-009'],
    ['^[a-z][a-z0-9-]*$', 'ortho-phthalates', 'Ortho'],
    ['^(cat|dog)s?$', 'dogs', 'dogss'],
    ['^[^\\]]+$', 'a[b', 'a]'],
    ['^\\u{1F9EA}$', '🧪', '🧫'],
    ['^(?:a|)$', '', 'b'],
  ])('%s matches %s and not %s', (source, right, wrong) => {
    expect(parse(source).test(right)).toBe(true);
    expect(parse(source).test(wrong)).toBe(false);
  });

  it.each([
    ['(a', /Unterminated group/],
    ['a**', /Nothing to repeat/],
    ['^(?=a)', /look-around/],
    ['(?!a)', /look-around/],
    ['(?<=a)b', /look-around/],
    ['(?<!a)b', /look-around/],
    ['(?i:a)', /flags/],
    ['(a)\\1', /back-references/],
    ['(?<x>a)\\k<x>', /back-references/],
    ['\\bword\\b', /word boundaries/],
    ['\\uD83E\\uDDEA', /half of a surrogate pair/],
    ['(a{100}){100}', /too many repetitions/],
  ])('%s is refused', (source, why) => {
    expect(parsePattern(source)).toEqual({ refused: expect.stringMatching(why) });
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(a*)*$',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)*=(.*)*;',
    'a*a*a*a*a*b',
  ])('%s, which stops JavaScript, takes time that grows with the text', (source) => {
    const started = performance.now();

    parse(source).test(`${'a'.repeat(20_000)}!`);

    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('with an endless repetition of nothing comes to an end', () => {
    expect(parse('^(){1000000000}(|){5}$').test('')).toBe(true);
  });
});

describe('replacing', () => {
  it('gives the result of JavaScript if nothing that can be empty is repeated', () => {
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        fc.pre(!repeatsNothing(source));
        const groups = (source.match(/\((?!\?:)/g) ?? []).length;
        const by = groups === 0 ? '<$&>' : '<$&|$1>';
        const native = replaceNatively(source, subject, by);
        fc.pre(native !== undefined);

        expect(parse(source).replace(subject, by, { left: 1e9 })).toBe(native);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['(\\d+)/(\\d+)', '3/4 and 10/20', '$2/$1', '4/3 and 20/10'],
    ['\\s+$', 'lead  ', '', 'lead'],
    ['a*', 'baac', '-', '-b--c-'],
    ['(?<year>\\d{4}).*', '2021 (online)', '$1', '2021'],
    ['x', 'axb', '$$$&$9$0', 'a$x$0b'],
  ])('%s in %s by %s', (source, subject, by, expected) => {
    expect(parse(source).replace(subject, by, { left: 1e9 })).toBe(expected);
  });

  it('gives up on a text that would take too long', () => {
    expect(parse('(?:[^]*b)?a').replace('a'.repeat(20_000), '', { left: 200_000 })).toBeUndefined();
  });
});

/** Whether a group or piece that may match nothing is repeated, where engines differ. */
function repeatsNothing(source: string): boolean {
  return /\)[*+?{]/.test(source) || /\|\)|\(\||\|$|^\||\|\||\(\)|\(\?:\)|>\)/.test(source);
}

const replaced = new Script('subject.replace(new RegExp(source, "gu"), by)');

function replaceNatively(source: string, subject: string, by: string): string | undefined {
  try {
    return replaced.runInContext(createContext({ source, subject, by }), { timeout: 500 });
  } catch {
    return undefined;
  }
}

const match = new Script('new RegExp(source, "u").test(subject)');

/** Not known of what is no pattern, as two groups have one name, and of what JavaScript would take years for. */
function matchNatively(source: string, subject: string): boolean | undefined {
  try {
    return match.runInContext(createContext({ source, subject }), { timeout: 500 });
  } catch {
    return undefined;
  }
}

function parse(source: string): LinearPattern {
  const parsed = parsePattern(source);
  if ('refused' in parsed) throw new Error(`${source}: ${parsed.refused}`);
  return parsed;
}
