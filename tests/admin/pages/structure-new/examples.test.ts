import { describe, expect, test } from 'vitest';
import { texts as de } from '../../../../src/admin/messages/de/pages/structure-new.ts';
import { texts as en } from '../../../../src/admin/messages/en/pages/structure-new.ts';
import { requireEntry } from '../../../../src/fields/require-entry.ts';
import { parseDescriptor } from '../../../../src/descriptor/read/parse-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import {
  addExample,
  type Example,
  examples,
  leftOut,
} from '../../../../src/admin/pages/structure/new/example-collections.ts';

const { users } = librarySource.resources;

const main = {
  app: { title: 'Own', languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {} },
  resources: { users, rooms: { fields: { nickname: { type: 'text' } }, permissions: {} } },
};
const settings = { permissions: { staff: ['list', 'read'] } };

const files = (source: object) => [{ path: 'resources.json', text: JSON.stringify(source) }];

function add(example: Example, names: readonly string[], source = main, taken = ['users']) {
  const place = { path: 'resources.json', settings, languages: source.app.languages };
  const added = addExample(files(source), { example, names, taken }, place);
  if ('refused' in added) throw new Error(JSON.stringify(added.refused));
  return added.files[0]?.text ?? '';
}

const subsets = (names: readonly string[]): string[][] =>
  names.reduce<string[][]>((all, name) => [...all, ...all.map((one) => [...one, name])], [[]]);

const named = (name: string) => requireEntry(examples, name);

describe('the gallery', () => {
  test('has words for each example', () => {
    expect(examples.size).toBeGreaterThanOrEqual(5);
    for (const texts of [en, de])
      expect(Object.keys(texts.examples).toSorted()).toEqual([...examples.keys()].toSorted());
  });

  test.each([...examples])(
    '%s passes the check, whichever of its collections are chosen',
    (_, example) => {
      const source = { ...main, resources: { users } } as typeof main;
      for (const names of subsets(Object.keys(example.resources)).slice(1)) {
        const parsed = parseDescriptor(add(example, names, source));

        expect('problems' in parsed ? [names, parsed.problems] : []).toEqual([]);
        expect('warnings' in parsed ? parsed.warnings : []).toEqual([]);
      }
    },
  );

  test('leaves out the references to collections that are not chosen, with what needs them', () => {
    const example = named('inventory');
    const choice = { example, names: ['loans'], taken: [] };

    const { loans } = JSON.parse(add(example, ['loans'])).resources;

    expect(leftOut(choice, 'loans')).toEqual(['item']);
    expect(loans.fields).not.toHaveProperty('item');
    expect(loans).not.toHaveProperty('noOverlap');
    expect(loans.permissions).toEqual(settings.permissions);
  });

  test('lets references lead to a collection that is there already', () => {
    const example = named('bookings');
    const choice = { example, names: ['bookings'], taken: ['rooms'] };

    const { bookings, rooms } = JSON.parse(add(example, ['bookings'], main, ['rooms'])).resources;

    expect(leftOut(choice, 'bookings')).toEqual([]);
    expect(bookings.fields.room.to).toBe('rooms');
    expect(rooms).toEqual(main.resources.rooms);
  });

  test('has its texts in the languages of the installation alone', () => {
    const german = { ...main, app: { title: 'Own', languages: ['de'] } };

    const { tasks } = JSON.parse(add(named('tasks'), ['tasks'], german)).resources;

    expect(tasks.label).toBe('Aufgaben');
    expect(tasks.fields.state.choices[0]).toEqual({ value: 'open', label: 'Offen' });
  });
});
