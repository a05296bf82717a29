import { describe, expect, test } from 'vitest';
import { readCsvLines } from '../../../src/files/formats/csv-lines.ts';
import { plainLayout } from '../../../src/files/formats/file-layout.ts';
import type { TableLine } from '../../../src/files/formats/table-rows.ts';
import {
  readXlsxLines,
  readInThread,
  WorkbookTooLarge,
} from '../../../src/files/formats/xlsx-lines.ts';
import { createXlsxScan } from '../../../src/files/formats/xlsx-scan.ts';
import { packSheet } from '../../support/pack-sheet.ts';

const codesIn = (lines: readonly TableLine[]) =>
  lines.map((line) => ('problem' in line ? line.problem.code : line.line));

async function xlsxLines(bytes: Uint8Array): Promise<TableLine[]> {
  const lines: TableLine[] = [];
  for await (const some of readXlsxLines(inPieces([bytes]), {})) lines.push(...some);
  return lines;
}

async function* inPieces(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

describe('a part of a workbook is checked while it is unpacked', () => {
  const long = 'a'.repeat(1_100_000);
  const half = 'a'.repeat(600_000);
  const tags = '<a>'.repeat(400_000);
  test.each<[string, string, string | undefined]>([
    ['a text of more than 1 MB', `<c><v>${long}</v></c>`, 'text'],
    ['one in two runs', `<c><is><r><t>${half}</t></r><r><t>${half}</t></r></is></c>`, 'text'],
    ['one in brackets', `<x:c><![CDATA[${long}]]></x:c>`, 'tag'],
    ['one of the shared texts', `<si><t>${half}</t><t>${half}</t></si>`, 'text'],
    ['one outside of any cell', `<sheetData>${long}</sheetData>`, 'text'],
    ['a tag', `<c r="${tags}"/>`, 'tag'],
    ['a comment', `<!-- ${tags} -->`, 'tag'],
    ['a row of many cells', `<row>${'<c/>'.repeat(16_385)}</row>`, 'row'],
    ['two cells of a row', `<row><c>${half}</c><c>${half}</c></row>`, undefined],
    ['a text of many entities', `<c>${'&quot;'.repeat(900_000)}</c>`, undefined],
    ['many short ones', '<!-- a --><?x ?><!DOCTYPE y><c>a</c>'.repeat(30_000), undefined],
  ])('%s', (_name, xml, expected) => {
    const scan = createXlsxScan();
    const bytes = Buffer.from(xml);
    let found: string | undefined;
    let read = 0;
    for (; read < bytes.length && !found; read += 1_000) {
      found = scan(bytes.subarray(read, read + 1_000));
    }

    expect(found).toBe(expected);
    expect(found ? read : 0).toBeLessThan(1_300_000);
  });
});

test('a sheet whose rows are out of order is reported with the place', async () => {
  const bytes = packSheet(
    '<row r="1"><c><v>1</v></c></row><row r="5"><c><v>5</v></c></row><row r="2"><c><v>2</v></c></row>',
  );

  const lines = await xlsxLines(bytes);

  expect(codesIn(lines)).toEqual([1, 5, 'I040']);
  expect(lines[2]).toMatchObject({ problem: { params: { line: 2, last: 5 } } });
});

test('empty rows are skipped, and more than 100,000 of them end the sheet', async () => {
  const empty = (count: number) => '<row><c/></row>'.repeat(count);
  const row = '<row><c><v>1</v></c></row>';

  expect(codesIn(await xlsxLines(packSheet(row + empty(3) + row)))).toEqual([1, 5]);
  expect(codesIn(await xlsxLines(packSheet(row + empty(100_001) + row)))).toEqual([1, 'I042']);
});

test('a workbook that needs more memory than its thread has ends the thread, and nothing else', async () => {
  const bytes = packSheet('', `<sst>${'<si/>'.repeat(1_000_000)}</sst>`);
  const reading = readInThread(async () => Uint8Array.from(bytes), undefined, 32);

  await expect(reading.next()).rejects.toBeInstanceOf(WorkbookTooLarge);

  expect(codesIn(await xlsxLines(packSheet('<row><c><v>1</v></c></row>')))).toEqual([1]);
});

test('rows of a workbook that is abandoned do not get into the next one', async () => {
  const cell = '<row><c><v>1</v></c></row>';
  for await (const _ of readXlsxLines(inPieces([packSheet(cell.repeat(20_000))]), {})) break;

  expect(codesIn(await xlsxLines(packSheet(cell)))).toEqual([1]);
});

test('a row of only separators is abandoned early', async () => {
  let read = 0;
  const commas = function* () {
    for (; read < 10_000_000; read += 65_536) yield new Uint8Array(65_536).fill(0x2c);
  };
  const lines: TableLine[] = [];
  for await (const some of readCsvLines(inPieces(commas()), { ...plainLayout, format: 'csv' }))
    lines.push(...some);

  expect(codesIn(lines)).toEqual(['I041']);
  expect(read).toBeLessThan(200_000);
});
