import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileScan } from '../../../src/files/formats/file-scan.ts';
import { encodeText } from '../../support/encode-text.ts';

const units = ['mg/kg', 'µg/kg', 'µg/l', '5 µg/dm²', '12 m³', '40 °C', '±', '3 ± 1', 'cm²', '5 µm'];
const signs = [
  '½',
  '×',
  '·',
  '2 × 3',
  'CaSO4·2H2O',
  '5 – 10',
  '§ 5',
  'Irganox® 1010',
  '10³',
  '½ × ·',
];
const plain = ['Bisphenol A', '80-05-7', 'Formaldehyde', 'n.a.', '2.5', 'Novak', 'Paris', 'steel'];

/** Words, and signs that the encoding has. */
const contents: Record<string, { words: readonly string[]; signs: readonly string[] }> = {
  'windows-1252': {
    words: [
      'Müller',
      'Größe',
      'Ärger',
      'Straße',
      'Köln',
      'Überzug',
      'Säure',
      'café',
      'Málaga',
      'São Paulo',
      'garçon',
    ],
    signs: [...units, ...signs],
  },
  'iso-8859-15': {
    words: ['Müller', 'Größe', 'cœur', 'Öl', '5 €', 'bœuf', 'Säure', 'Malmö', 'éthanol', 'œuvre'],
    signs: ['µg/kg', '40 °C', '3 ± 1', '12 m³', '2 × 3', '§ 5', 'Irganox® 1010'],
  },
  'windows-1250': {
    words: [
      'żółty',
      'Łódź',
      'powłoka',
      'święto',
      'Příbram',
      'žluťoučký',
      'Dvořák',
      'kůň',
      'Győr',
      'szkło',
      'ścieżka',
      'řešení',
    ],
    signs: ['µg/kg', '40 °C', '3 ± 1', '5 – 10', '§ 5', '2 × 3', 'Irganox® 1010'],
  },
  'windows-1251': {
    words: ['Москва', 'бензол', 'толуол', 'вода', 'кислота', 'Зелёный', 'ГОСТ', 'масло', 'плёнка'],
    signs: ['5 µg', '40 °C', '3 ± 1', '5 – 10', '§ 5', '№ 7', 'CaSO4·2H2O'],
  },
  'utf-8': { words: ['Müller', 'żółty', 'Москва', 'νερό', '水'], signs: [...units, ...signs] },
};

const some = (of: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...of), { maxLength });

/** A file with a few special characters among plain cells. */
const file = fc.constantFrom(...Object.keys(contents)).chain((encoding) => {
  const { words, signs: own } = contents[encoding]!;
  return fc
    .record({ special: some(words, 6), signs: some(own, 6), others: some(plain, 20), at: fc.nat() })
    .map(({ special, signs: more, others, at }) => {
      const cells = [...special, ...more, ...others];
      const turned = cells.map((_, one) => cells[(one + at) % cells.length]!);
      return {
        encoding,
        text: `code;value\n${turned.map((cell, row) => `${row};${cell}\n`).join('')}`,
      };
    });
});

test('300 files of one byte per character are read correctly or with a warning', () => {
  const found = fc.sample(file, { numRuns: 300, seed: 39 }).map(({ encoding, text }) => {
    const bytes = encodeText(text, encoding);
    const scan = createFileScan('x.csv');
    scan.push(bytes);
    const scanned = scan.end();
    if ('problem' in scanned) throw new Error(JSON.stringify({ text, scanned }));
    const { layout, confidence } = scanned;
    const isRight = new TextDecoder(layout.encoding).decode(bytes) === text;
    return { encoding, read: layout.encoding, isRight, isSure: confidence === 'sure', text };
  });

  const wrong = found.filter(({ isRight, isSure }) => !isRight && isSure);
  const warned = found.filter(({ isRight, isSure }) => isRight && !isSure);
  expect(wrong).toEqual([]);
  expect(warned.length).toBeLessThanOrEqual(15);
});
