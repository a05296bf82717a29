import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readXlsxLines } from '../../../src/files/formats/xlsx-lines.ts';

const rows = [
  ['a', 'b', 'c'],
  ['1', 2, new Date('2024-02-29T00:00:00Z')],
  [true, 'x & y', null],
];
const workbook = await writeXlsx({ sheets: [{ name: 'S', rows }] });

/** The same bytes for the same seed, so that what fails can be looked at (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const damages: Record<string, (random: (below: number) => number) => Uint8Array> = {
  'bytes that are random': (random) =>
    Uint8Array.from({ length: random(2_000) }, () => random(256)),
  'a workbook with other bytes in places': (random) => {
    const bytes = workbook.slice();
    for (let count = 1 + random(8); count > 0; count--) bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  'a workbook that is cut off': (random) => workbook.slice(0, random(workbook.length)),
  'a workbook whose XML is torn': (random) => {
    const parts = unzipSync(workbook);
    const names = Object.keys(parts).filter((name) =>
      /sheet1|shared|workbook|styles|rels/.test(name),
    );
    const name = names[random(names.length)]!;
    const xml = strFromU8(parts[name]!);
    const at = random(xml.length);
    const junk = [
      '<',
      '>',
      '"',
      '&#x110000;',
      '</c>',
      '<row r="-1">',
      '<c r="ZZZZ9" t="s">',
      '\u{0}',
    ];
    const torn = xml.slice(0, at) + junk[random(junk.length)] + xml.slice(at + random(20));
    return zipSync({ ...parts, [name]: strToU8(torn) });
  },
};

test.each(Object.keys(damages))('%s returns rows or a problem, and never throws', async (kind) => {
  const random = createRandom(20_261_122);

  for (let round = 0; round < 60; round++) {
    const bytes = damages[kind]!(random);
    let last = 0;
    for await (const lines of readXlsxLines(inOnePiece(bytes), {})) {
      for (const line of lines) {
        expect(
          'cells' in line
            ? Array.isArray(line.cells)
            : /^I\d{3}$/.test(line.problem.code as string),
        ).toBe(true);
        expect(line.line).toBeGreaterThan(last);
        last = line.line;
      }
    }
  }
});

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
