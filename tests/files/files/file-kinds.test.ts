import { strToU8, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { FileLayout } from '../../../src/files/formats/file-layout.ts';
import { readWhole, type Bytes } from '../../support/read-whole.ts';

const AB = [{ a: '1', b: 'x' }];

describe('a file has the format of its content, or of its name if that is ambiguous', () => {
  const workbook = async () =>
    writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['a', 'b'],
            ['1', 'x'],
          ],
        },
      ],
    });
  const cases: [string, string, () => Bytes | Promise<Bytes>, unknown][] = [
    ['JSON', 'x.json', () => '[{"a":"1","b":"x"}]', AB],
    ['JSON without a name', 'blob', () => ' [ {"a":"1","b":"x"}]', AB],
    ['NDJSON', 'x.ndjson', () => '{"a":"1","b":"x"}\n', AB],
    ['NDJSON called CSV', 'x.csv', () => '{"a":"1","b":"x"}\n', AB],
    ['JSON called CSV', 'x.csv', () => '[{"a":"1","b":"x"}]', AB],
    ['CSV called JSON', 'x.json', () => 'a,b\n1,x\n', 'I008'],
    ['CSV called TXT', 'x.txt', () => 'a,b\n1,x\n', AB],
    ['TSV with commas in its cells', 'x.tsv', () => 'a\tb\n1,2,3\tx\n', [{ a: '1,2,3', b: 'x' }]],
    ['CSV that begins with a bracket', 'x.csv', () => '[a],b\n1,x\n', [{ '[a]': '1', b: 'x' }]],
    ['a JSON array that is cut off', 'x.json', () => '[{"a":"1"},{"a', 'I007'],
    ['an empty NDJSON file', 'x.ndjson', () => '\n', []],
    ['an empty JSON file', 'x.json', () => '', 'I007'],
    ['a workbook', 'x.xlsx', workbook, AB],
    ['a workbook called CSV', 'x.csv', workbook, AB],
    ['a workbook without a name', 'blob', workbook, AB],
    [
      'an old Office file',
      'x.xls',
      () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1),
      'I024',
    ],
    [
      'an OpenDocument',
      'x.ods',
      () =>
        zipSync({
          mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
        }),
      'I080',
    ],
    ['a ZIP', 'x.zip', () => zipSync({ 'a.csv': strToU8('a,b') }), 'I024'],
    ['a gzip', 'x.csv.gz', () => Uint8Array.of(0x1f, 0x8b, 8, 0), 'I024'],
    ['a PDF', 'x.csv', () => '%PDF-1.7 …', 'I024'],
    ['a picture', 'x.csv', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a), 'I024'],
  ];
  test.each(cases)('%s', async (_name, name, make, outcome) => {
    expect(await readWhole(name, await make())).toEqual(outcome);
  });
});

describe('a workbook', () => {
  const rows = async (cells: (string | number | boolean | Date | null)[][], said = {}) =>
    readWhole(
      'x.xlsx',
      await writeXlsx({
        sheets: [
          { name: 'S', rows: cells },
          { name: 'T', rows: [['c'], ['2']] },
        ],
      }),
      said,
    );
  const day = new Date('2024-02-29T00:00:00Z');

  test.each<[string, Parameters<typeof rows>[0], unknown, Partial<FileLayout>?]>([
    [
      'tells numbers, switches and dates from texts',
      [
        ['n', 'b', 'd', 't'],
        [1.5, true, day, '1.5'],
      ],
      [{ n: 1.5, b: true, d: day, t: '1.5' }],
    ],
    [
      'may leave cells empty',
      [
        ['a', 'b'],
        [null, 'x'],
      ],
      [{ a: null, b: 'x' }],
    ],
    [
      'may leave rows empty',
      [
        ['a', 'b'],
        [null, null],
        ['1', 'x'],
      ],
      AB,
    ],
    [
      'keeps line breaks, blanks and control characters',
      [['a'], [' \n\u{1} x ']],
      [{ a: ' \n\u{1} x ' }],
    ],
    [
      'may have its names further down',
      [['Report'], [null], ['a', 'b'], ['1', 'x']],
      AB,
      { headerRow: 3, firstRow: 4 },
    ],
    ['may be read from another sheet', [['a'], ['1']], [{ c: '2' }], { sheet: 'T' }],
    [
      'with a name twice is refused',
      [
        ['a', 'a'],
        ['1', 'x'],
      ],
      'I022',
    ],
    ['with a sheet that is empty is refused', [], 'I020'],
  ])('%s', async (_name, cells, outcome, said = {}) => {
    expect(await rows(cells, said)).toEqual(outcome);
  });

  test('that is damaged is reported', async () => {
    const whole = await writeXlsx({ sheets: [{ name: 'S', rows: [['a'], ['1']] }] });

    expect(await readWhole('x.xlsx', whole.subarray(0, whole.length - 30))).toEqual('I001');
  });
});
