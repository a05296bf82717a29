import { describe, expect, test } from 'vitest';
import { createJsonScan, readJsonRows, type FileRow } from '../../src/files/formats/json-rows.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Reads a file that comes in pieces of `size` bytes. */
async function read(content: string | Uint8Array, size = content.length || 1): Promise<FileRow[]> {
  const all = typeof content === 'string' ? bytes(content) : content;
  async function* chunks() {
    for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
  }
  const rows: FileRow[] = [];
  for await (const some of readJsonRows(chunks())) rows.push(...some);
  return rows;
}

const values = (rows: FileRow[]) =>
  rows.map((row) => ('value' in row ? row.value : row.problem.code));

describe('a file of records', () => {
  const tricky = [
    { text: 'a "quoted" \\ text, with ] } and [ {', more: [[], {}, [{ deep: [1, [2]] }]] },
    { text: 'a 5" pipe, ] }, [', other: 'and "' },
    { text: 'ends with a backslash \\', empty: '' },
    { text: 'Weichmacher für Späße 塑料 🧪', line: 'one\ntwo' },
  ];
  const files: [string, string][] = [
    ['a JSON array', JSON.stringify(tricky)],
    ['an array over many lines', JSON.stringify(tricky, null, 2)],
    ['NDJSON', tricky.map((each) => JSON.stringify(each)).join('\n')],
    [
      'NDJSON with blank lines and a last line end',
      tricky.map((each) => `${JSON.stringify(each)}\r\n\r\n`).join(''),
    ],
    ['a file with a byte order mark', `\uFEFF ${JSON.stringify(tricky)} \n`],
  ];

  test.each(files)('is read the same in any pieces: %s', async (_name, text) => {
    for (const size of [1, 2, 3, 7, 64, 10_000]) {
      expect(values(await read(text, size))).toEqual(tricky);
    }
  });

  test('counts its records from 1', async () => {
    expect((await read('[{"a":1},{"a":2}]')).map(({ row }) => row)).toEqual([1, 2]);
  });

  test.each([
    ['no record', '[]', []],
    ['no record, with blanks', ' [ \n ] ', []],
    ['values that are no objects', '[1,"two",null,[3]]', [1, 'two', null, [3]]],
    [
      'a record that is no JSON between good ones',
      '[{"a":1},{a:2},{"a":3}]',
      [{ a: 1 }, 'I001', { a: 3 }],
    ],
    [
      'a line that is no JSON between good ones',
      '{"a":1}\n{"a":\n{"a":3}',
      [{ a: 1 }, 'I001', { a: 3 }],
    ],
  ])('can contain %s', async (_name, text, expected) => {
    for (const size of [1, 5, 1_000]) expect(values(await read(text, size))).toEqual(expected);
  });

  test.each([
    ['nothing at all', '', ['I007']],
    ['an array that is cut off', '[{"a":1},{"a":', [{ a: 1 }, 'I007']],
    ['an array that is not closed', '[{"a":1}', ['I007']],
    ['something after the array', '[{"a":1}] [', [{ a: 1 }, 'I009']],
    ['a comma too many', '[{"a":1},]', [{ a: 1 }, 'I009']],
    ['a comma twice', '[{"a":1},,{"a":2}]', [{ a: 1 }, 'I009']],
    ['CSV', 'a,b\n1,2', ['I008']],
    ['one object over many lines', '{\n  "a": 1\n}', ['I008']],
  ])('cannot be read further at %s', async (_name, text, expected) => {
    for (const size of [1, 5, 1_000]) {
      expect(values(await read(text, size)).slice(0, expected.length)).toEqual(expected);
    }
  });

  test('is refused row by row where it is not UTF-8', async () => {
    const file = new Uint8Array([...bytes('[{"a":"'), 0xff, ...bytes('"},{"a":1}]')]);

    expect(values(await read(file))).toEqual(['I010', { a: 1 }]);
  });

  test.each([
    ['array', (large: string) => `[${large},{"a":1}]`],
    ['lines', (large: string) => `{"a":0}\n${large}\n{"a":1}`],
  ])('with a record over a megabyte loses only that record: %s', async (_name, around) => {
    const large = JSON.stringify({ a: 'x'.repeat(3_000_000) });

    const rows = values(await read(around(large), 65_536));

    expect(rows.slice(-2)).toEqual(['Q012', { a: 1 }]);
  });
});

describe('the check of a file before anything is written', () => {
  const scan = (text: string) => {
    const looking = createJsonScan();
    for (const byte of bytes(text)) looking.push(new Uint8Array([byte]));
    return looking.end();
  };

  test('counts the records', () => {
    expect(scan('[{"a":1},{"a":2}]')).toEqual({ rows: 2 });
    expect(scan('{"a":1}\n{"a":2}\n')).toEqual({ rows: 2 });
  });

  test('finds what makes it unreadable', () => {
    expect(scan('[{"a":1},{"a"')).toMatchObject({ problem: { code: 'I007' } });
    expect(scan('casId;commonName')).toMatchObject({ problem: { code: 'I008' } });
  });
});
