import { describe, expect, test } from 'vitest';
import { createFileScan } from '../../../src/files/formats/file-scan.ts';
import { encodings } from '../../../src/files/formats/encodings.ts';
import { encodeText } from '../../support/encode-text.ts';
import { readWhole } from '../../support/read-whole.ts';

const texts: [string, string][] = [
  ['windows-1252', 'Größe und Straße, garçon, añejo'],
  ['windows-1250', 'Příliš žluťoučký kůň, Łódź, święto'],
  ['iso-8859-2', 'Příliš žluťoučký kůň, święto'],
  ['windows-1251', 'Москва, вода, бензол и толуол'],
  ['koi8-r', 'Москва, вода, бензол и толуол'],
  ['iso-8859-5', 'Москва, вода, бензол и толуол'],
  ['windows-1253', 'νερό και ακετόνη, Αθήνα'],
  ['iso-8859-7', 'νερό και ακετόνη, Αθήνα'],
];

describe('a text of one byte per character', () => {
  test.each(texts)('in %s is read correctly, or the guess is weak', async (encoding, text) => {
    const bytes = encodeText(`a;b\n${text};1\n`, encoding);
    const scan = createFileScan('x.csv');
    scan.push(bytes);
    const found = scan.end() as { confidence: string };
    const rows = (await readWhole('x.csv', bytes)) as { a: string }[];

    expect(rows[0]!.a === text || found.confidence === 'weak').toBe(true);
  });

  test.each(texts)('in %s is read correctly if its encoding is given', async (encoding, text) => {
    const said = { encoding: encodings.find((one) => one === encoding)! };

    expect(await readWhole('x.csv', encodeText(`a;b\n${text};1\n`, encoding), said)).toEqual([
      { a: text, b: '1' },
    ]);
  });

  test.each([['windows-1250'], ['windows-1251'], ['windows-1252']])(
    'is certain if nothing else is readable: %s',
    (encoding) => {
      const scan = createFileScan('x.csv');
      scan.push(encodeText(`a;b\n${new Map(texts).get(encoding)!};1\n`, encoding));

      expect(scan.end()).toMatchObject({ layout: { encoding }, confidence: 'sure' });
    },
  );

  test('in UTF-8 is certain', () => {
    const scan = createFileScan('x.csv');
    scan.push(new TextEncoder().encode('a;b\nČeská;1\n'));

    expect(scan.end()).toMatchObject({ layout: { encoding: 'utf-8' }, confidence: 'sure' });
  });

  test.each([
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ])('in %s is recognised by its first two bytes alone', (encoding, mark) => {
    const bytes = Buffer.from('Вода;Город'.repeat(3), 'utf16le');
    const scan = createFileScan('x.csv');
    scan.push(Uint8Array.from(mark));
    scan.push(encoding === 'utf-16le' ? bytes : bytes.swap16());

    expect(scan.end()).toMatchObject({ layout: { encoding }, confidence: 'sure' });
  });
});
