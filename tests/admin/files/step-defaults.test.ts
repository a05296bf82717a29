import { describe, expect, test } from 'vitest';
import {
  createStep,
  guessDateForm,
  guessNumberForm,
  guessSeparator,
} from '../../../src/admin/files/steps/step-defaults.ts';
import type { Step } from '../../../src/files/steps/step.ts';

describe('a new step detects in the samples', () => {
  test.each([
    ['decimal comma', ['1,5', '12,25'], { decimal: ',' }],
    ['decimal point', ['1.5', '1,012.5'], { decimal: '.' }],
    ['thousands', ['1.012,5', '3'], { decimal: ',' }],
    ['unit', ['1,5 mg/kg', '< 2 mg/kg', 'much'], { decimal: ',', units: ['mg/kg'] }],
    ['two units', ['5 %', '7.25 °C'], { decimal: '.', units: ['%', '°C'] }],
    ['unit with a digit', ['3 mg/dm2'], { decimal: '.', units: ['mg/dm2'] }],
    ['no unit of a range', ['3–5', '2-4'], { decimal: '.' }],
    ['comma that can be both', ['1,234'], { decimal: '.' }],
  ])('the format of numbers: %s', (_, samples, form) => {
    expect(guessNumberForm(samples)).toEqual(form);
  });

  test.each([
    ['day first', ['23.4.1999', '1.2.2000'], { order: 'DMY' }],
    ['month first', ['4/23/1999', '1/2/2000'], { order: 'MDY' }],
    ['year first', ['1999/4/23'], { order: 'YMD' }],
    ['two digits', ['23.4.99'], { order: 'DMY', pivot: 49 }],
    ['day numbers', ['44291', '3.4.2021'], { order: 'DMY', serial: true }],
    ['both orders', ['3/4/1999'], { order: 'DMY' }],
  ])('the format of dates: %s', (_, samples, form) => {
    expect(guessDateForm(samples)).toEqual(form);
  });

  test.each([
    [['a; b, c', 'd; e'], ';'],
    [['Ann Lee | Food', 'Bo | Tin'], '|'],
    [['Smith, Ann', 'Lee, Bo'], ','],
    [['Ann Lee'], ' '],
    [['lead'], undefined],
  ])('the separator: %j', (samples, separator) => {
    expect(guessSeparator(samples)).toBe(separator);
  });

  test.each<[Step['do'], string[], object]>([
    ['replace', ['lead_in_cans', 'tin'], { find: '_', by: '' }],
    ['replace', ['lead'], { find: '', by: '' }],
    ['remove', ['ID-001', 'ID-002'], { prefix: 'ID-', suffix: '' }],
    ['remove', ['5 mg (dry)', '7 ml (dry)'], { prefix: '', suffix: ' (dry)' }],
    ['remove', ['Lead', 'Leather'], { prefix: '', suffix: '' }],
    ['remove', ['Lead'], { prefix: '', suffix: '' }],
    ['case', ['LEAD', 'TIN'], { to: 'title' }],
    ['case', ['Lead'], { to: 'upper' }],
    ['take', ['Lead (Pb)', 'Tin'], { after: '(', before: ')' }],
    ['take', ['a) Lead; old'], { after: '', before: ';' }],
    ['part', ['a; b'], { separator: ';', number: 1 }],
    ['split', ['a, b', 'c, d, e'], { separator: ',', into: ['Two 1 2', 'Two 2', 'Two 3'] }],
    ['join', [], { columns: ['Two', 'Three'], separator: ' ', into: 'Two Three' }],
    ['number', ['< 5'], { decimal: '.', qualifier: 'Two sign' }],
    ['number', ['5'], { decimal: '.' }],
    [
      'map',
      ['m', 'f', 'm'],
      {
        values: [
          ['m', 'm'],
          ['f', 'f'],
        ],
      },
    ],
    ['trim', ['a'], {}],
    ['fill', ['a'], {}],
  ])('%s of %j', (kind, samples, parts) => {
    const columns = ['One', 'Two', 'Three', 'Two 1'];
    const place = { column: 'Two', columns, samples, signColumn: 'Two sign' };
    const own = kind === 'join' ? {} : { column: 'Two' };

    expect(createStep(kind, place)).toEqual({ do: kind, ...own, ...parts });
  });

  test('the last column joins the one before it', () => {
    const place = { column: 'B', columns: ['A', 'B'], samples: [], signColumn: '' };

    expect(createStep('join', place)).toMatchObject({ columns: ['B', 'A'] });
  });
});
