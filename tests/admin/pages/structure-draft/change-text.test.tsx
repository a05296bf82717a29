import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../../../../src/admin/messages/language.ts';
import { loadTexts } from '../../../../src/admin/messages/texts.ts';
import { useChangeText } from '../../../../src/admin/pages/structure/review/use-change-text.ts';
import { describeChange } from '../../../../src/descriptor/edits/describe-change.ts';

beforeAll(async () => {
  const files = import.meta.glob('/src/admin/messages/*/pages/structure*.ts');
  await loadTexts(files, 'en');
  await loadTexts(files, 'de');
});

const before = {
  roles: { admin: { label: { en: 'Board', de: 'Vorstand' }, all: true } },
  resources: {
    books: {
      label: { en: 'Books', de: 'Bücher' },
      list: { columns: ['title', 'kind'] },
      views: [{ name: 'own', label: 'Mine', density: 'compact' }],
      fields: {
        title: { type: 'text', label: { en: 'Title', de: 'Titel' }, required: true },
        kind: { type: 'choice', choices: ['novel', { value: 'poem', color: 'info' }] },
        pages: { type: 'number', min: 1 },
      },
      permissions: { admin: ['list'] },
    },
  },
};

/** The lines about a change of the text. */
function linesOf(from: string, to: string, language: 'en' | 'de' = 'en'): string[] {
  const text = JSON.stringify(before);
  expect(text).toContain(from);
  const after = text.replace(from, to);
  const described = describeChange([{ path: 'a.json', text }], [{ path: 'a.json', text: after }]);
  setLanguage(language);
  const { result } = renderHook(() =>
    useChangeText(before, JSON.parse(after) as Record<string, unknown>),
  );
  return 'changes' in described ? described.changes.map(result.current) : [];
}

test.each([
  ['"novel",', '"novel","essay",', 'Books › Kind › Choices: “essay” added'],
  ['"novel",', '', 'Books › Kind › Choices: “novel” removed'],
  ['"info"', '"danger"', 'Books › Kind › Choices: “Poem” changed'],
  ['["title","kind"]', '["kind","title"]', 'Books › List › Columns: another order'],
  [
    '["title","kind"]',
    '["title","pages"]',
    'Books › List › Columns: “Pages” added; “Kind” removed',
  ],
  ['"min":1', '"min":1200', 'Books › Pages › Min: 1 → 1,200'],
  ['"required":true', '"required":false', 'Books › Title › Required: yes → no'],
  ['"min":1', '"min":1,"unique":true', 'Books › Pages › Unique: yes'],
  ['"compact"', '"standard"', 'Books › Views: “Mine” changed'],
  ['"en":"Title"', '"en":"Name"', 'Books › Name › Label › English: “Title” → “Name”'],
  ['"pages":{', '"blurb":{"type":"text"},"pages":{', 'Books › Blurb: new'],
  [',"pages":{"type":"number","min":1}', '', 'Books › Pages: removed'],
  ['"pages":{', '"sheets":{"was":"pages",', 'Books › Sheets: has the name sheets instead of pages'],
  ['["list"]', '["list","create"]', 'Books › Permissions › Board: “create” added'],
])('%s, then %s: %s', (from, to, line) => {
  expect(linesOf(from, to)).toEqual([line]);
});

test.each([
  ['"novel",', '"novel","essay",', 'Bücher › Kind › Optionen: „essay“ hinzugefügt'],
  ['["list"]', '["list","create"]', 'Bücher › Berechtigungen › Vorstand: „anlegen“ hinzugefügt'],
  ['"required":true', '"required":false', 'Bücher › Titel › Pflicht: ja → nein'],
  ['"compact"', '"standard"', 'Bücher › Ansichten: „Mine“ geändert'],
  ['"all":true', '"all":true,"devMenu":true', 'Rollen › Vorstand › Dev-Menü: ja'],
])('in German: %s, then %s: %s', (from, to, line) => {
  expect(linesOf(from, to, 'de')).toEqual([line]);
});
