import { expect, test } from 'vitest';
import { createXlsxScan } from '../../../src/files/formats/xlsx-scan.ts';

const MOST = 1_000_000;
const of = (count: number, text = 'x') => text.repeat(count);
const cells = (count: number, size: number) => of(count, `<c>${of(size)}</c>`);
const rowOf = (bytes: number) =>
  `<row>${cells(16, 990_000)}<c>${of(bytes - 16 * 990_000)}</c></row>`;
const cdata = (bytes: number) => `<![CDATA[${of(bytes)}]]>`;

function scan(xml: string, size: number): string | undefined {
  const read = createXlsxScan();
  const bytes = new TextEncoder().encode(xml);
  let excess: string | undefined;
  for (let at = 0; at < bytes.length; at += size) excess = read(bytes.subarray(at, at + size));
  return excess;
}

/** What is allowed at most, and the first that is not. */
test.each<[what: string, excess: string, make: (more: number) => string]>([
  ['a cell', 'text', (more) => `<row><c>${of(MOST + more)}</c></row>`],
  ['a cell of several texts', 'text', (more) => `<c><t>${of(MOST)}</t><t>${of(more)}</t></c>`],
  ['a shared text', 'text', (more) => `<x:si><t>${of(MOST / 2)}</t>${of(MOST / 2 + more)}</x:si>`],
  ['a cell in CDATA', 'text', (more) => `<c>${cdata(600_000)}${cdata(399_994 + more)}</c>`],
  ['a text of entities', 'text', (more) => `<c>${of(MOST + more, '&amp;')}</c>`],
  ['a text after an &', 'text', (more) => `<c>&${of(MOST + more + 9)}</c>`],
  ['a tag', 'tag', (more) => `<a b="${of(MOST + more - 6)}">`],
  ['a name of a tag', 'tag', (more) => `<${of(MOST + more - 1)}>`],
  ['a comment', 'tag', (more) => `<!--${of(MOST + more - 6)}-->`],
  ['a row', 'row', (more) => rowOf(16_000_000 + more)],
  ['the cells of a row', 'row', (more) => `<row>${of(16_384 + more, '<c></c>')}</row>`],
])('%s has a limit, however the bytes arrive', (_, excess, make) => {
  for (const size of [65_536, 40_000_000]) {
    expect([scan(make(0), size), scan(make(1), size)]).toEqual([undefined, excess]);
  }
});

test.each([
  ['cells in different rows', of(2, rowOf(16_000_000))],
  ['a text after a self-closing cell', `<c/>${of(2, `<x>${of(MOST / 2 + 1)}</x>`)}`],
  ['a > in quotes', `<a b='>' c=">">${of(MOST)}</a>`],
  ['a quote right after a name', `<a"${of(3, '>')}">${of(MOST)}</a>`],
  ['a quote in an instruction', `<?a "?>${of(MOST)}<b/>`],
  ['comments with dashes', `<!-- - -- --->${of(MOST)}<b/>`],
  ['brackets in CDATA', `<![CDATA[ ] ]] ]]]]>${of(MOST - 20)}<b/>`],
  ['an & that begins no entity', `<c>& ${of(MOST)}</c>`],
])('%s are within the limits', (_, xml) => {
  expect([scan(xml, 1_000_003), scan(xml.slice(0, 60), 1)]).toEqual([undefined, undefined]);
});

test.each([
  ['after a comment', `<!-- < -- > -->${of(MOST + 1)}`],
  ['after an instruction', `<?xml a="<"?>${of(MOST + 1)}`],
  ['after a declaration', `<!DOCTYPE a>${of(MOST + 1)}`],
  ['after a quoted name', `<a'>'>${of(MOST + 1)}`],
])('a text is too long %s', (_, xml) => {
  expect(scan(xml, 1_000_003)).toBe('text');
});
