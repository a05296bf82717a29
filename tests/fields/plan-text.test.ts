import { expect, it, test } from 'vitest';
import { planTexts as german } from '../../src/fields/problems/german-plan-texts.ts';
import { planTexts as english } from '../../src/fields/problems/plan-texts.ts';
import { type PlanText, toSentence, writeSentence } from '../../src/fields/problems/plan-text.ts';

const words = {
  language: 'de',
  texts: german,
  types: { text: 'Text', numeric: 'Dezimalzahl' },
  write: (count: number) => new Intl.NumberFormat('de').format(count),
};

const inGerman = ({ text }: { text: PlanText }) => writeSentence(text, words);

it('writes a sentence in English for programs, and in German for people', () => {
  const added = toSentence('addsField', { field: 'note', table: 'books' });

  expect(added.sentence).toBe('adds the field note to books');
  expect(inGerman(added)).toBe('fügt das Feld note zu books hinzu');
});

it('writes a sentence in a sentence, and a count with its plural in the format of the language', () => {
  const rule = toSentence('requiresSome', { path: 'books.isbn' }).text;
  const [one, many] = [1, 1_200].map((count) => toSentence('unfit', { rule, count }));

  expect(many!.sentence).toBe('requires books.isbn in some records (1200 records)');
  expect(inGerman(one!)).toBe('verlangt books.isbn in manchen Datensätzen (1 Datensatz)');
  expect(inGerman(many!)).toBe('verlangt books.isbn in manchen Datensätzen (1.200 Datensätze)');
});

it('lists sentences as the language does', () => {
  const documents = [
    toSentence('savedViews', { count: 2 }).text,
    toSentence('apiKeys', { count: 1 }).text,
    toSentence('webhooks', { count: 1 }).text,
  ];
  const found = toSentence('usesNewNames', { documents });

  expect(found.sentence).toBe('uses the new names in 2 saved views, 1 API key, and 1 webhook');
  expect(inGerman(found)).toBe(
    'verwendet die neuen Namen in 2 gespeicherten Ansichten, 1 API-Schlüssel und 1 Webhook',
  );
});

it('has words for types, keeps their digits, and takes a name that is a type as a name', () => {
  const change = { path: 'books.text', fromType: 'text[]', toType: 'numeric(18,2)' };
  const found = toSentence('changesType', change);
  const renamed = toSentence('renamesField', { path: 'books.title', to: 'text' });

  expect(found.sentence).toBe('changes books.text from text[] to numeric(18,2)');
  expect(inGerman(found)).toBe('ändert books.text von Text[] in Dezimalzahl(18,2)');
  expect(inGerman(renamed)).toContain('in text um');
});

it('does not write what has a text that is unknown here', () => {
  const step = { key: 'newer', params: {} };

  expect(writeSentence(step, words)).toBeUndefined();
  expect(writeSentence({ key: 'prevented', params: { step, reason: '' } }, words)).toBeUndefined();
  expect(writeSentence({ key: 'changes', params: { path: '', what: [step] } }, words)).toBe(
    undefined,
  );
});

test('German has as many forms and clauses as English', () => {
  const shape = (text = '') => [text.split(' |||| ').length, text.split(/[;.] /).length];

  const different = Object.entries(english).filter(
    ([key, text]) => String(shape(text)) !== String(shape(Object(german)[key])),
  );

  expect(different).toEqual([]);
});
