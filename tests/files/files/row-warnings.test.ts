import { expect, test } from 'vitest';
import { plainLayout } from '../../../src/files/formats/file-layout.ts';
import { readFileRows } from '../../../src/files/formats/read-file.ts';

const layout = { ...plainLayout, format: 'csv' as const };

test.each<[string, string, (string | undefined)[]]>([
  ['with empty cells beyond the columns', 'a,b\n1,2\n1,2,\n', [undefined, 'I051']],
  ['with as many as the names have', 'a,b,,\n1,2,,\n1,2,,\n', [undefined, undefined]],
  ['with as many as the first has', 'a,b\n1,2,\n1,2,\n', [undefined, undefined]],
  ['with a blank behind the quotes', 'a,b\n"1" ,2\n', ['I052']],
  ['with a blank before the quotes', 'a,b\n1, "2"\n', ['I052']],
  ['with letters behind the quotes', 'a,b\n"1"x,2\n', ['I052']],
  ['with a quote that is a sign', 'a,b\n5" pipe,6"\n', [undefined]],
  ['that begins with a quote in quotes', 'a,b\n"""CHEM-""0",2\n', [undefined]],
  ['whose other cell has a stray quote', 'a,b\n"""CHEM-""0","2"x\n', ['I052']],
  ['with quotes in quotes', 'a,b\n"say ""hi""",2\n', [undefined]],
])('a row of text %s', async (_name, text, expected) => {
  const codes: unknown[] = [];
  for await (const rows of readFileRows(() => inPieces(text), layout))
    codes.push(...rows.map(({ warnings }) => warnings?.map(({ code }) => code).join()));

  expect(codes).toEqual(expected);
});

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
