import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles, type Import } from './support/source-files.ts';

/** The rooms of a folder, from below: each imports, by value, only from those before it. `.` is the folder itself. */
const rooms: Record<string, readonly string[]> = {
  admin:
    'messages client kit resource viewer uploads threads shell sign-in record list files pages .'.split(
      ' ',
    ),
  api: [
    'http',
    'records',
    'accounts',
    'attachments',
    'past',
    'admin',
    'preferences',
    'threads',
    'bulk',
    'duplicates',
    'files',
    'sample',
    'webhooks',
    'live',
    'search',
    'meta',
    'structure',
    'actions',
    'dashboard',
    'extending',
    'public',
    'mcp',
    'openapi',
    '.',
  ],
  services: [
    '.',
    'jobs',
    'files',
    'export',
    'records',
    'threads',
    'bulk',
    'undo',
    'import',
    'resume',
  ],
  store: [
    'memory',
    'wire',
    'connection',
    '.',
    'schema',
    'embedded',
    'blobs',
    'records',
    'system',
    'backup',
  ],
  descriptor: [
    '.',
    'settings',
    'expression',
    'filter',
    'names',
    'permissions',
    'rules',
    'read',
    'edits',
    'infer',
  ],
  files: ['.', 'formats', 'media', 'steps', 'import', 'export'],
};

/** Imports that climb all the same, each with its reason. */
const climbsFor: Record<string, Record<string, string>> = {
  admin: {
    'src/admin/record/record-screen.tsx imports src/admin/list/list-views.ts':
      'a record knows its neighbours in the list somebody came from',
    'src/admin/record/record-screen.tsx imports src/admin/list/filters/opening-filter.ts':
      'a record knows its neighbours in the list somebody came from',
    'src/admin/shell/lock/user-screen.tsx imports src/admin/sign-in/visitor-frame.tsx':
      'the lock is a sign-in over the page',
    'src/admin/shell/lock/draw-lock.tsx imports src/admin/sign-in/password-field.tsx':
      'the lock is a sign-in over the page',
    'src/admin/shell/lock/draw-proof.tsx imports src/admin/sign-in/password-field.tsx':
      'so is the proof',
    'src/admin/shell/lock/draw-proof.tsx imports src/admin/sign-in/visitor-field.tsx':
      'so is the proof',
    'src/admin/shell/lock/other-ways.tsx imports src/admin/sign-in/passkey.ts':
      'both take a passkey too',
  },
  api: {},
  store: {
    'src/store/schema/plan/steps/target-filter-steps.ts imports src/store/records/write/target-rules.ts':
      'a plan counts the records that a write would refuse, by the same condition',
    'src/store/schema/tables/checking-triggers.ts imports src/store/records/rules/broken-sql.ts':
      'a rule is a filter, which a trigger judges by the same condition as a list',
    'src/store/schema/tables/exclusions.ts imports src/store/records/rules/own-filter-sql.ts':
      'so does a constraint',
    'src/store/schema/plan/steps/stored-check-steps.ts imports src/store/records/rules/broken-sql.ts':
      'a plan counts the records that such a trigger would refuse',
  },
  descriptor: {
    'src/descriptor/access-of.ts imports src/descriptor/expression/paths.ts':
      'a computed field may be read by those who may read what it is computed from',
  },
};

/** Makes answers of received bytes, so that what it is made of must be of no concern to others. */
const WIRE = 'src/store/wire/';

const files = readSourceFiles('src');

describe('the rooms', () => {
  test.each(Object.keys(rooms))('of %s import only rooms below them', (folder) => {
    const order = rooms[folder]!;
    const climbing = importsByValue(folder).flatMap(({ path, target }) => {
      const [from, to] = [order.indexOf(roomOf(path)), order.indexOf(roomOf(target))];
      if (from === -1 || to === -1)
        return [`${from === -1 ? path : target} lies in no room of ${folder}`];
      return to > from ? [`${path} imports ${target}`] : [];
    });

    expect(climbing.toSorted()).toEqual(Object.keys(climbsFor[folder] ?? {}).toSorted());
  });

  test('have one entry to the wire', () => {
    const around = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith(WIRE) && target !== `${WIRE}wire.ts`)
        .filter(() => !path.startsWith(WIRE))
        .map(({ target }) => `${path} imports ${target}`),
    );

    expect(around).toEqual([]);
  });

  test('do not import each other as siblings', () => {
    const pairs = new Set(
      files.flatMap(({ path, imports }) =>
        imports.filter(isByValue).map(({ target }) => `${dirname(path)} and ${dirname(target)}`),
      ),
    );
    const both = [...pairs].filter((pair) => {
      const [one = '', other = ''] = pair.split(' and ');
      const isInside = one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
      return one < other && !isInside && pairs.has(`${other} and ${one}`);
    });

    expect(both).toEqual([]);
  });
});

/** A type is gone when the program runs, and what is loaded when it is needed comes after all. */
function isByValue({ own, typeOnly, isLazy, target }: Import): boolean {
  return own && !typeOnly && !isLazy && /\.tsx?$/.test(target);
}

function importsByValue(folder: string): { path: string; target: string }[] {
  const within = `src/${folder}/`;
  return files
    .filter(({ path }) => path.startsWith(within))
    .flatMap(({ path, imports }) =>
      imports
        .filter(isByValue)
        .filter(({ target }) => target.startsWith(within))
        .map(({ target }) => ({ path, target })),
    );
}

function roomOf(path: string): string {
  const parts = path.split('/');
  return parts.length === 3 ? '.' : parts[2]!;
}
