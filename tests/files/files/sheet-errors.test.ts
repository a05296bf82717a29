import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMarkFinder } from '../../../src/files/formats/xlsx-marks.ts';

const book = `<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets>
  <x:sheet name="First" sheetId="1" q:id="rId1"/><x:sheet name="Second" sheetId="2" q:id="rId2"/>
  <x:sheet name="Third" sheetId="3" q:id="rId3"/></x:sheets></x:workbook>`;
const relations = `<Relationships><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/>
  <Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId3" Target="./worksheets/sheet3.xml"/></Relationships>`;

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

const workbook = (first: string, second = '', third = '') =>
  zipSync({
    'xl/other.xml': strToU8(sheet('<row r="1"><c r="H1" t="e"/></row>')),
    'xl/workbook.xml': strToU8(book),
    'xl/_rels/workbook.xml.rels': strToU8(relations),
    'xl/worksheets/sheet1.xml': strToU8(sheet(first)),
    'xl/worksheets/sheet2.xml': strToU8(sheet(second)),
    'xl/worksheets/sheet3.xml': strToU8(sheet(third)),
  });

const find = (bytes: Uint8Array, rows: readonly number[], name?: string) => {
  const finder = createMarkFinder(bytes, name);
  return rows.map((row) => [...finder(row).errors]);
};

describe('the cells with an error', () => {
  it('are found if rows and cells state their positions', () => {
    const rows = `<row r="2"><c r="A2"><v>1</v></c><c r="C2" t="e"><v>#N/A</v></c></row>
      <row r="4"><c r="B4" t='e'/><c r="AA4" t="e"><v>#REF!</v></c></row>`;

    expect(find(workbook(rows), [0, 1, 2, 3, 4])).toEqual([[], [2], [], [1, 26], []]);
    expect(find(workbook(rows), [3, 9])).toEqual([[1, 26], []]);
  });

  it('are found if rows and cells have no positions', () => {
    const rows = `<row><c t="s"/><c t="e"/></row><row/><row><c t="e"></c></row>
      <row r="7"><c r="D7"/><c t="e"/></row><row><c/></row>`;

    expect(find(workbook(rows), [0, 1, 2, 6, 7])).toEqual([[1], [], [0], [4], []]);
  });

  it('are found by tags with a prefix, and not in similar text', () => {
    const rows = `<x:row r="1"><x:c r="A1" t="e"/><x:c r="B1" t="str"/></x:row>
      <rows r="2"><col r="A2" t="e"/></rows><row r="3"><c r="C3" xt="e"/></row>`;

    expect(find(workbook(rows), [0, 1, 2])).toEqual([[0], [], []]);
  });

  it.each([
    [undefined, [[0]]],
    ['First', [[0]]],
    ['Second', [[1]]],
    ['Third', [[2]]],
  ])('are those of the sheet %s', (name, columns) => {
    const rows = ['A', 'B', 'C'].map((letter) => `<row r="1"><c r="${letter}1" t="e"/></row>`);

    expect(find(workbook(rows[0]!, rows[1], rows[2]), [0], name)).toEqual(columns);
  });

  it('are found in a sheet that arrives in many pieces', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => row);
    const text = (row: number) => ((row * 2_654_435_761) % 4_294_967_296).toString(36);
    const xml = rows.map((row) => `<row><c r="B${row}" t="e"><v>${text(row)}</v></c></row>`);

    expect(find(workbook(xml.join('')), rows)).toEqual(rows.map(() => [1]));
  });
});
