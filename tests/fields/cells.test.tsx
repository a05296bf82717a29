import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test } from 'vitest';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { fieldTypes, type FieldTypeName } from '../../src/fields/registry.ts';
import { closeFieldScreen, showCell } from '../support/field-screen.tsx';

const withoutRelations = (Object.entries(fieldTypes) as [FieldTypeName, FieldType][]).filter(
  ([, kind]) => kind.relation === undefined,
);

const choices = [{ value: 'new', label: { en: 'New one', de: 'Neuer' }, color: 'success' }, 'old'];

afterEach(closeFieldScreen);

describe('a cell', () => {
  it.each(withoutRelations)(
    'of type %s shows every value it can have, in lists and on pages',
    (type, kind) => {
      for (const { settings, valid } of kind.examples) {
        for (const value of valid) {
          const stored: unknown = kind.value(kind.settings.parse(settings)).parse(value);
          if (stored === null || (Array.isArray(stored) && stored.length === 0)) continue;

          for (const place of ['list', 'page'] as const) {
            const shown = showCell(type, settings, stored, { place });

            expect(shown.firstElementChild).not.toBeNull();
            closeFieldScreen();
          }
        }
      }
    },
  );

  it.each<[type: FieldTypeName, settings: object, value: unknown, en: string, de?: string]>([
    ['text', {}, 'Bisphenol A', 'Bisphenol A'],
    ['number', {}, 106.07825, '106.07825', '106,07825'],
    ['number', {}, 2026, '2026'],
    ['number', {}, 12345, '12,345', '12.345'],
    ['number', { decimals: 2 }, 1.5, '1.50', '1,50'],
    ['number', { decimals: 1 }, 1.25, '1.25', '1,25'],
    ['number', { unit: 'g/mol' }, 18, '18 g/mol'],
    ['number', {}, 5e-9, '5e-9'],
    ['decimal', {}, '1234.50', '1,234.50', '1.234,50'],
    [
      'decimal',
      { precision: 30, scale: 3 },
      '123456789012345678901.125',
      '123,456,789,012,345,678,901.125',
      '123.456.789.012.345.678.901,125',
    ],
    ['decimal', { scale: 3, unit: 'kg' }, '0.500', '0.500 kg', '0,500 kg'],
    ['money', { currency: 'CHF' }, '1234.50', '1,234.50 CHF', '1.234,50 CHF'],
    ['money', { currency: { $field: 'currency' } }, '5.00', '5.00', '5,00'],
    ['date', {}, '2026-11-21', '21.11.2026'],
    ['time', {}, '14:30', '14:30'],
    ['duration', {}, 5400, '1:30 h'],
    ['duration', {}, -90_000, '-25:00 h'],
    ['duration', { seconds: true }, 5, '0:00:05'],
    ['choice', { choices }, 'new', 'New one', 'Neuer'],
    ['choice', { choices }, 'old', 'old'],
    ['choice', { choices }, 'withdrawn', 'withdrawn'],
    ['choices', { choices }, ['old', 'new'], 'oldNew one', 'oldNeuer'],
    ['tags', {}, ['a', 'b'], 'ab'],
    // What turns the direction would show `evil` as `live`.
    ['tags', {}, ['x\u202Elive'], 'x␦live'],
    ['choice', { choices: ['x\u202Elive'] }, 'x\u202Elive', 'x␦live'],
    ['choices', { choices: ['a'] }, ['x\u202Elive'], 'x␦live'],
    ['cas', {}, '80-05-7', '80-05-7'],
    ['url', {}, 'https://www.example.org/', 'https://www.example.org/'],
    ['json', {}, { a: 1 }, '{ "a": 1 }'],
  ])('of type %s with %j shows %j as %s', (type, settings, value, english, german = english) => {
    expect(said(showCell(type, settings, value))).toBe(english);
    closeFieldScreen();
    expect(said(showCell(type, settings, value, { language: 'de' }))).toBe(german);
  });

  it('of type datetime shows the moment in the time zone of the reader', () => {
    const moment = new Date(2026, 10, 21, 13, 45, 7);

    showCell('datetime', {}, moment.toISOString());

    expect(screen.getByText('21.11.2026 13:45:07')).toHaveProperty(
      'dateTime',
      moment.toISOString(),
    );
  });

  it('of type boolean is a picture with a name', () => {
    showCell('boolean', {}, true);
    expect(screen.getByTitle('Yes')).toBeDefined();
    closeFieldScreen();

    showCell('boolean', {}, false, { language: 'de' });
    expect(screen.getByText('Nein')).toBeDefined();
  });

  it('with many values shows three and a count in a list, announces all, and shows all on the page', () => {
    const value = ['a', 'b', 'c', 'd', 'e'];

    expect(said(showCell('tags', {}, value, { place: 'list' }))).toBe('a b c+2: d, e');
    closeFieldScreen();
    expect(said(showCell('tags', {}, value))).toBe('abcde');
  });

  it('of type object names the parts that have a value', () => {
    const fields = {
      id: { type: 'text', label: 'Id' },
      done: { type: 'boolean' },
      on: { type: 'date' },
    };

    showCell('object', { fields }, { id: 'a1', done: null, on: '2026-01-02' });

    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Id', 'On']);
    expect(screen.getAllByRole('definition').map((each) => each.textContent)).toEqual([
      'a1',
      '02.01.2026',
    ]);
  });
});

test.each<[FieldTypeName, object, unknown]>([
  ['tags', {}, ['\u05D0']],
  ['choice', { choices: ['\u05D0'] }, '\u05D0'],
])('a cell of type %s starts each value at the side of its script', (type, settings, value) => {
  const shown = showCell(type, settings, value);

  const pill = within(shown).getByText('\u05D0');
  // Nothing here reads style sheets.
  const styles = readFileSync('src/fields/screen/values.css', 'utf8');
  expect(pill.className).toBe('value-pill');
  expect(styles).toMatch(/^\.value-pill \{[^{}]*unicode-bidi: plaintext;/m);
});

describe('a link', () => {
  it.each<[type: FieldTypeName, value: string, href: string]>([
    ['url', 'https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['email', 'ada@example.org', 'mailto:ada@example.org'],
    ['email', "a'b?c=d@example.org", "mailto:a'b%3Fc%3Dd@example.org"],
    ['doi', '10.1016/j.envint.2020.106225', 'https://doi.org/10.1016/j.envint.2020.106225'],
    [
      'doi',
      '10.1002/(sici)1<1::aid#a>2?b',
      'https://doi.org/10.1002/(sici)1%3C1%3A%3Aaid%23a%3E2%3Fb',
    ],
  ])('of type %s: %s leads to %s without a referrer', (type, value, href) => {
    showCell(type, {}, value);

    const link = screen.getByRole('link', { name: value });
    expect(link.getAttribute('href')).toBe(href);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    '//evil.example',
    'https://user:pass@example.org',
    'java\tscript:alert(1)',
  ])('is not made of invalid older values: %s', (value) => {
    const cell = showCell('url', {}, value);

    expect(within(cell).queryByRole('link')).toBeNull();
    expect(said(cell)).toContain(value.replace('\t', ' '));
  });
});

describe('a structure', () => {
  it('is drawn as a picture named by its SMILES', async () => {
    showCell('structure', {}, 'CC(C)(c1ccc(O)cc1)c1ccc(O)cc1');

    const picture = await screen.findByRole('img', {
      name: 'Structure CC(C)(c1ccc(O)cc1)c1ccc(O)cc1',
    });
    const svg = decodeURIComponent(picture.getAttribute('src')!.replace('data:image/svg+xml,', ''));
    expect(svg).toMatch(/^<svg [^]*>O<[^]*<line [^]*<\/svg>$/);
    expect(svg).not.toMatch(/<style|<script|class=/);
  });

  it.each([
    ['c1ccc2op(C)oc2c1', 'This structure cannot be drawn'],
    [`C${'C'.repeat(700)}`, 'This structure is too large to be drawn'],
    ['|$R1;$|', 'This structure cannot be drawn'],
  ])('that cannot be drawn is marked: %s', async (smiles, sentence) => {
    showCell('structure', {}, smiles);

    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByText(smiles)).toBeDefined();
  });

  it('that cannot be drawn is shown as text in a list', async () => {
    const cell = showCell('structure', {}, 'c1ccc2op(C)oc2c1', { place: 'list' });

    await waitFor(() => expect(said(cell)).toBe('c1ccc2op(C)oc2c1'));
  });
});

function said(element: HTMLElement): string {
  return element.textContent.replace(/[ \t\n]+/g, ' ').trim();
}
