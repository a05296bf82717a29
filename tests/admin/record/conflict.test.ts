import { describe, expect, test } from 'vitest';
import { toConflicts, toMerged } from '../../../src/admin/record/form/conflict.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { libraryDescriptor } from '../../support/library.ts';

const fields = [...libraryDescriptor().resources.get('books')!.fields.values()];

describe('a record somebody else saved first', () => {
  test.each([
    ['only they changed', { pages: 2 }, {}, ['pages', 'theirs']],
    ['only I changed', {}, { pages: 3 }, ['pages', 'mine']],
    ['both changed differently', { pages: 2 }, { pages: 3 }, ['pages', undefined]],
    ['they cleared', { pages: null }, {}, ['pages', 'theirs']],
  ])('offers the changes that %s', (_, theirs, changes, [name, chosen]) => {
    const conflicts = toConflicts(fields, sides(theirs, changes));

    expect(conflicts.map(({ field, chosen }) => [field.name, chosen])).toEqual([[name, chosen]]);
  });

  test('offers no choice if both users made the same change', () => {
    const conflicts = toConflicts(fields, sides({ tags: ['a'] }, { tags: ['a'] }));

    expect(conflicts).toEqual([]);
  });

  test('saves the chosen values of mine', () => {
    const conflicts = toConflicts(fields, sides({ pages: 2, title: 'T' }, { pages: 3, isbn: '1' }));
    const chosen = conflicts.map(
      (conflict) => ({ ...conflict, chosen: conflict.chosen ?? 'mine' }) as const,
    );

    expect(toMerged(chosen)).toEqual({ pages: 3, isbn: '1' });
  });
});

const size = toDescriptor({
  roles: { admin: { all: true } },
  resources: {
    parts: {
      fields: {
        size: {
          type: 'object',
          fields: { w: { type: 'number' }, unit: { type: 'text' } },
        },
      },
    },
  },
})
  .resources.get('parts')!
  .fields.get('size')!;

describe('a conflict', () => {
  test('in a list offers all additions, without removed members', () => {
    const base = { tags: ['x', 'old', 'gone'] };
    const current = { tags: ['x', 'old', 'theirs'] };
    const changes = { tags: ['x', 'gone', 'mine'] };

    const [conflict] = toConflicts(fields, { base, current, changes });

    expect(conflict).toMatchObject({
      before: ['x', 'old', 'gone'],
      both: ['x', 'theirs', 'mine'],
      chosen: undefined,
    });
    expect(toMerged([{ ...conflict!, chosen: 'both' }])).toEqual({ tags: ['x', 'theirs', 'mine'] });
  });

  test('in an object is resolved part by part', () => {
    const base = { size: { w: 1, unit: 'mm' } };
    const current = { size: { w: 1, unit: 'cm' } };
    const changes = { size: { w: 2, unit: 'mm' } };

    const conflicts = toConflicts([size], { base, current, changes });

    expect(conflicts.map(({ name, chosen }) => [name, chosen])).toEqual([
      ['size.w', 'mine'],
      ['size.unit', 'theirs'],
    ]);
    expect(toMerged(conflicts)).toEqual({ size: { w: 2, unit: 'cm' } });
  });
});

function sides(theirs: Record<string, unknown>, changes: Record<string, unknown>) {
  const base = { title: 'A', pages: 1, isbn: null, tags: [] };
  return { base, current: { ...base, ...theirs }, changes };
}
