import { describe, expect, test } from 'vitest';
import { toConflicts, toMerged } from '../../../src/admin/views/record/conflict.ts';
import { libraryDescriptor } from '../../support/library.ts';

const fields = [...libraryDescriptor().resources.get('books')!.fields.values()];

describe('a record somebody else saved first', () => {
  test.each([
    ['only they changed', { pages: 2 }, {}, ['pages', 'theirs']],
    ['only I changed', {}, { pages: 3 }, ['pages', 'mine']],
    ['both changed differently', { pages: 2 }, { pages: 3 }, ['pages', undefined]],
    ['they cleared', { pages: null }, {}, ['pages', 'theirs']],
  ])('offers what %s', (_, theirs, changes, [name, chosen]) => {
    const conflicts = toConflicts(fields, sides(theirs, changes));

    expect(conflicts.map(({ field, chosen }) => [field.name, chosen])).toEqual([[name, chosen]]);
  });

  test('has nothing to choose where both changed it to the same', () => {
    const conflicts = toConflicts(fields, sides({ tags: ['a'] }, { tags: ['a'] }));

    expect(conflicts).toEqual([]);
  });

  test('leaves to save what was chosen of mine', () => {
    const conflicts = toConflicts(fields, sides({ pages: 2, title: 'T' }, { pages: 3, isbn: '1' }));
    const chosen = conflicts.map(
      (conflict) => ({ ...conflict, chosen: conflict.chosen ?? 'mine' }) as const,
    );

    expect(toMerged(chosen)).toEqual({ pages: 3, isbn: '1' });
  });
});

function sides(theirs: Record<string, unknown>, changes: Record<string, unknown>) {
  const base = { title: 'A', pages: 1, isbn: null, tags: [] };
  return { base, current: { ...base, ...theirs }, changes };
}
