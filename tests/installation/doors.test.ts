import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles, top, type SourceFile } from '../support/source-files.ts';

const doors = ['src/api/extending.ts', 'src/admin/extending.ts'] as const;

/**
 * How many files of this installation still import from each folder of the product past the doors. The numbers may
 * only become smaller; change them here when they do.
 */
const pastTheDoors: Readonly<Record<string, number>> = {
  'admin/client': 14,
  'admin/kit': 18,
  'admin/messages': 2,
  'admin/pages': 3,
  'admin/record': 1,
  'admin/resource': 3,
  'admin/shell': 1,
  'api/extending': 2,
  'api/http': 11,
  'api/records': 2,
  'contract/answer-of.ts': 4,
  'contract/bulk.ts': 1,
  'contract/events.ts': 1,
  'contract/lists.ts': 2,
  'contract/parts.ts': 3,
  'contract/summary.ts': 1,
  'descriptor/access.ts': 9,
  'descriptor/descriptor.ts': 12,
  'descriptor/filter': 8,
  'descriptor/json-object.ts': 2,
  'descriptor/rules': 5,
  'descriptor/title.ts': 6,
  'fields/chemistry': 2,
  'fields/problems': 1,
  'fields/text': 1,
  'fields/type': 4,
  'files/import': 1,
  'services/abort.ts': 1,
  'services/acting.ts': 3,
  'services/jobs': 1,
  'services/refusal.ts': 7,
  'services/refuse-write.ts': 1,
  'services/write-problems.ts': 2,
  'store/connection': 4,
  'store/memory': 2,
  'store/records': 3,
  'store/schema': 4,
  'store/store.ts': 3,
};

const examples = readSourceFiles('tests/installation/examples').filter(
  ({ path }) => !path.includes('.test.'),
);

describe('the code of an installation imports from the product', () => {
  test('only the public entry files, in the examples of the docs', () => {
    expect(importsPastDoors(examples)).toEqual([]);
    expect(examples.length).toBeGreaterThan(5);
  });

  test('no further files besides the public entry files', () => {
    const found = importsPastDoors(readSourceFiles('src/installation'));
    const counts = Object.fromEntries(
      [...Map.groupBy(found, ({ folder }) => folder)]
        .map(([folder, some]) => [folder, new Set(some.map(({ path }) => path)).size] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );

    expect(counts).toEqual(pastTheDoors);
  });

  test('only names that the guide explains', () => {
    const guide = readFileSync(join(top, 'docs/extending.md'), 'utf8');
    const names = doors.flatMap((door) =>
      [
        ...readFileSync(join(top, door), 'utf8').matchAll(/^export (?:type )?\{ (.+) \} from/gm),
      ].flatMap(([, list = '']) => list.split(', ')),
    );

    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([]);
    expect(names.length).toBeGreaterThan(15);
  });
});

function importsPastDoors(files: readonly SourceFile[]) {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter(({ own, target }) => own && target.startsWith('src/'))
      .filter(({ target }) => !target.startsWith('src/installation/'))
      .filter(({ target }) => !doors.some((door) => door === target))
      .map(({ target }) => ({ path, folder: target.split('/').slice(1, 3).join('/') })),
  );
}
