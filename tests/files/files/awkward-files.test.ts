import { describe, expect, test } from 'vitest';
import type { FileLayout } from '../../../src/files/formats/file-layout.ts';
import {
  bom,
  joined,
  latin,
  readWhole,
  utf16,
  utf8,
  type Bytes,
} from '../../support/read-whole.ts';

const AB = [{ a: '1', b: 'x' }];
const Umlaut = [{ a: 'Größe', b: '5 €' }];

describe('a table in text', () => {
  test.each<[string, Bytes, unknown, Partial<FileLayout>?]>([
    ['with commas', 'a,b\r\n1,x\r\n', AB],
    ['with semicolons', 'a;b\n1;x\n', AB],
    ['with tabs', 'a\tb\n1\tx\n', AB],
    ['with bars', 'a|b\n1|x\n', AB],
    ['whose separator is said', 'a^b\n1^x\n', AB, { delimiter: '^' }],
    ['with old line ends of the Macintosh', 'a,b\r1,x\r', AB],
    ['without a line end at its end', 'a,b\n1,x', AB],
    ['with blank lines', '\n\na,b\n\n1,x\n\n\n', AB],
    ['with rows of nothing but separators', 'a,b\n,\n1,x\n,,\n', AB],
    ['with empty columns at the end, as Excel leaves them', 'a,b,,\n1,x,,\n', AB],
    ['with blanks around the names', ' a , b \n1,x\n', AB],
    ['with everything in quotes', '"a","b"\n"1","x"\n', AB],
    ['with a separator in quotes', 'a,b\n"1,5",x\n', [{ a: '1,5', b: 'x' }]],
    ['with a line break in quotes', 'a,b\n"1\n2",x\n', [{ a: '1\n2', b: 'x' }]],
    ['with a Windows line break in quotes', 'a,b\n"1\r\n2",x\n', [{ a: '1\r\n2', b: 'x' }]],
    ['with quotes in quotes', 'a,b\n"say ""hi""",x\n', [{ a: 'say "hi"', b: 'x' }]],
    ['with a quote inside a bare cell', 'a,b\n5" pipe,x\n', [{ a: '5" pipe', b: 'x' }]],
    ['with a quote that is never closed', 'a,b\n1,x\n"2,y\n3,z\n', [...AB, 'I019']],
    ['with a separator in the text of a name', '"a,c";b\n1;x\n', [{ 'a,c': '1', b: 'x' }]],
    ['more of whose cells hold commas than separators', 'a;b\n1,2,3;x\n', [{ a: '1,2,3', b: 'x' }]],
    ['with too many cells in a row', 'a,b\n1,x,y\n2,z\n', ['I023', { a: '2', b: 'z' }]],
    ['with too few cells in a row', 'a,b\n1\n', [{ a: '1' }]],
    ['with rows of nothing but blanks', 'a,b\n , \n1,x\n\t,\n', AB],
    ['with a name twice', 'a,a\n1,x\n', 'I022'],
    [
      'with a column without a name',
      'a,,b\n1,2,x\n3,,y\n',
      [
        { a: '1', 'column B': '2', b: 'x' },
        { a: '3', b: 'y' },
      ],
    ],
    [
      'with a column without a name, and one called as it would be',
      'column B,,b\n1,2,x\n',
      [{ 'column B': '1', "column B'": '2', b: 'x' }],
    ],
    ['with only the names', 'a,b\n', []],
    ['with nothing in it', '', 'I020'],
    ['with nothing but blank lines', '\n\n \n', 'I020'],
    ['of one column', 'a\n1\n2\n', [{ a: '1' }, { a: '2' }]],
    [
      'with a preamble',
      'Report of May\n\na,b\n1,x\n',
      AB,
      { headerRow: 3, firstRow: 4, delimiter: ',' },
    ],
    ['with two rows of names', 'a,b\nunit,text\n1,x\n', AB, { headerRow: 1, firstRow: 3 }],
    ['whose names would stand below its end', 'a,b\n1,x\n', 'I020', { headerRow: 9, firstRow: 10 }],
    [
      'with a column called __proto__',
      '__proto__,b\n1,x\n',
      [JSON.parse('{"__proto__":"1","b":"x"}')],
    ],
    ['with a column called constructor', 'constructor,b\n1,x\n', [{ constructor: '1', b: 'x' }]],
    ['with a formula', 'a,b\n=1+1,x\n', [{ a: '=1+1', b: 'x' }]],
    ['with a zero byte in a cell', 'a,b\n1\u{0},x\n', [{ a: '1\u{0}', b: 'x' }]],
    [
      'with a cell that is larger than a record may be',
      `a,b\n"${'x'.repeat(1_100_000)}",y\n`,
      ['I018'],
    ],
    ['with numbers that begin with zeros', 'a,b\n007,x\n', [{ a: '007', b: 'x' }]],
    ['with blanks around a cell', 'a,b\n 1 ,x\n', [{ a: ' 1 ', b: 'x' }]],
    ['of Chinese and signs beyond the first plane', 'a,b\n塑料,🧪\n', [{ a: '塑料', b: '🧪' }]],
  ])('%s', async (_name, content, outcome, said = {}) => {
    expect(await readWhole('table.csv', content, said)).toEqual(outcome);
  });

  test('of more columns than any resource has is refused', async () => {
    const names = Array.from({ length: 1_001 }, (_, at) => `c${at}`);

    expect(await readWhole('table.csv', `${names.join(',')}\n`)).toBe('I041');
  });
});

describe('a text in an encoding', () => {
  const text = 'a;b\nGröße;5 €\n';
  test.each<[string, Uint8Array, unknown, Partial<FileLayout>?]>([
    ['UTF-8', utf8(text), Umlaut],
    ['UTF-8 with a byte order mark', bom(text), Umlaut],
    ['UTF-16 of Windows', utf16(text), Umlaut],
    ['UTF-16 the other way round', utf16(text, { littleEndian: false }), Umlaut],
    ['UTF-16 without a mark', utf16(text, { mark: false }), Umlaut],
    [
      'UTF-16 the other way round, without a mark',
      utf16(text, { littleEndian: false, mark: false }),
      Umlaut,
    ],
    ['Windows-1252', latin('a;b\nGr\u{f6}\u{df}e;5 \u{80}\n'), Umlaut],
    [
      'that it is not, as was said',
      latin('a;b\nGr\u{f6}\u{df}e;5\n'),
      'I010',
      { encoding: 'utf-8' },
    ],
    ['UTF-16 that is cut in a character', utf16('a;b\n1;x').subarray(0, 15), 'I010'],
    [
      'UTF-8 with a lone surrogate in it',
      joined(utf8('a;b\n'), Uint8Array.of(0xed, 0xa0, 0x80), utf8(';x\n')),
      [{ a: 'í\u{a0}€', b: 'x' }],
    ],
  ])('%s', async (_name, content, outcome, said = {}) => {
    const found = await readWhole('table.csv', content, said);
    expect(found).toEqual(outcome);
  });
});
