import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { parseAssociation } from '../support/association.ts';

const label = { en: 'X', de: 'X' };
const descriptor = parseAssociation(({ events, signups }) => {
  events.title = '{name} · {budget}';
  delete events.fields.budget.read;
  Object.assign(events.fields, {
    room: { type: 'number', label },
    share: {
      type: 'number',
      computed: '(room - count(signups.event)) / 4',
      label: { en: 'Share', de: 'Anteil' },
    },
    quiet: {
      type: 'boolean',
      computed: 'count(signups.event) = 0',
      label: { en: 'Quiet', de: 'Ruhig' },
    },
  });
  events.public.fields.push('room');
  events.public.counts.push('share', 'quiet');
  Object.assign(signups.fields, {
    guests: { type: 'number', label, integer: true },
    paid: { type: 'decimal', label, precision: 8, scale: 2 },
    lasts: { type: 'duration', label },
    begins: { type: 'time', label },
    at: { type: 'datetime', label },
    born: { type: 'date', label },
    tags: { type: 'tags', label },
    essay: { type: 'markdown', label },
    level: {
      type: 'choice',
      choices: [1, 2].map((value) => ({
        value,
        label: { en: `Level ${value}`, de: `Stufe ${value}` },
      })),
      label,
    },
    days: { type: 'choices', choices: ['first', 'second'], label },
    placesThen: { type: 'number', integer: true, default: { $field: 'event.places' }, label },
    budgetThen: { type: 'number', default: { $field: 'event.budget' }, label },
    later: { type: 'references', to: 'events', filter: 'places > 1', label },
  });
  signups.fields.diet.when.required = "note = 'x'";
  signups.public.create.fields.push(
    'guests',
    'paid',
    'lasts',
    'begins',
    'at',
    'born',
    'tags',
    'essay',
    'level',
    'days',
    'later',
    'placesThen',
    'budgetThen',
  );
  // The last part is known when the whole entry is.
  signups.public.create.when = "event.open and event.free > 0 and level != 2 and name != 'x'";
});
const api = await openTestApi({ descriptor: () => descriptor });
for (const [_id, values] of Object.entries({
  feast: { open: true, places: 2, budget: 777, room: 2 },
  walk: { open: true, places: 1 },
  full: { open: true, places: 0 },
  hidden: { open: false, places: 9 },
}))
  await api.call('POST', '/api/events', { as: 'admin', body: { _id, name: _id, ...values } });
afterAll(() => api.close());

const { json: form, text, headers } = await api.call('GET', '/api/public/signups/form');
const fieldOf = (name: string) => form.fields.find((each: { name: string }) => each.name === name);

test('has the declared texts in each language, in the order of the form, and nothing else', () => {
  expect(form.label).toEqual({ en: 'Sign-ups', de: 'Anmeldungen' });
  expect(form.fields.map(({ name }: { name: string }) => name).slice(0, 5)).toEqual([
    'event',
    'name',
    'email',
    'eats',
    'diet',
  ]);
  expect(fieldOf('email').help.de).toBe('Wir schreiben Ihnen, wenn die Veranstaltung ausfällt.');
  expect(fieldOf('name')).toMatchObject({ required: true, maxLength: 100, preset: null });
  expect(text).not.toMatch(/status|note|777|hidden/);
  expect(headers.get('Cache-Control')).toBe('public, max-age=60');
});

test.each([
  ['name', 'text'],
  ['email', 'email'],
  ['eats', 'boolean'],
  ['guests', 'number'],
  ['paid', 'text'],
  ['lasts', 'text'],
  ['begins', 'text'],
  ['at', 'datetime'],
  ['born', 'date'],
  ['tags', 'text'],
  ['essay', 'multiline'],
  ['level', 'choice'],
  ['days', 'choice'],
  ['event', 'choice'],
])('asks for %s by an input of kind %s', (name, input) => {
  expect(fieldOf(name).input).toBe(input);
});

test('offers published records, by what of their titles is published, and by the filter', () => {
  const optionsOf = (name: string) =>
    fieldOf(name).options.map(({ value, label: { en } }: any) => `${value}: ${en}`);

  expect(optionsOf('event')).toEqual([
    'feast: feast · Free places: 2 · Share: 0.5 · Quiet: Yes',
    'full: full',
    'walk: walk · Free places: 1 · Quiet: Yes',
  ]);
  expect(optionsOf('later')).toEqual(['feast: feast · Free places: 2 · Share: 0.5 · Quiet: Yes']);
  expect(fieldOf('event').options[0].label.de).toBe(
    'feast · Freie Plätze: 2 · Anteil: 0,5 · Ruhig: Ja',
  );
  expect(fieldOf('level').options[0]).toEqual({
    value: 1,
    label: { en: 'Level 1', de: 'Stufe 1' },
  });
});

test('marks what its condition does not accept, as far as one field tells', () => {
  const taken = form.fields.flatMap(({ name, options = [] }: any) =>
    options.flatMap(({ value, isTaken }: any) => (isTaken ? [`${name} ${value}`] : [])),
  );

  expect(taken).toEqual(['event full', 'level 2']);
});

test('says what is copied if it is left out, and of which zone times are', () => {
  const copied = form.fields.filter(({ isDerived }: { isDerived?: true }) => isDerived);

  expect(copied.map(({ name }: { name: string }) => name)).toEqual(['placesThen']);
  expect(form.timeZone).toBe(descriptor.app.timeZone);
});

test('has the conditions that the form itself decides', () => {
  expect(fieldOf('diet').shown).toMatchObject({ path: 'eats' });
  expect(fieldOf('diet').demanded).toBeUndefined();
});

test('takes values in the form in which people write them', async () => {
  const body = { event: 'feast', name: 'Ann', email: 'ann@example.org' };
  const written = { paid: '12.50', lasts: '1:30', begins: '09:30', tags: 'a | b' };
  const { status } = await api.call('POST', '/api/public/signups', {
    body: { ...body, ...written },
  });
  const { json } = await api.call('GET', '/api/signups', { as: 'staff' });

  expect(status).toBe(201);
  expect(json.data[0]).toMatchObject({ ...body, begins: '09:30', tags: ['a', 'b'], lasts: 5400 });
  expect(Number(json.data[0].paid)).toBe(12.5);
});
