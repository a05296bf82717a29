import { describe, expect, test } from 'vitest';
import { readableFields, writableFields } from '../../../src/descriptor/access.ts';
import type { Descriptor } from '../../../src/descriptor/descriptor.ts';
import { describeChange } from '../../../src/descriptor/edits/describe-change.ts';
import type { DescriptorFiles, Edited } from '../../../src/descriptor/edits/open-files.ts';
import { rename } from '../../../src/descriptor/edits/rename.ts';
import { cardsFor } from '../../../src/descriptor/permissions/dashboard.ts';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';
import { mayRun } from '../../../src/descriptor/settings/actions.ts';
import { mayOpen } from '../../../src/descriptor/settings/pages.ts';
import { viewsFor } from '../../../src/descriptor/settings/views.ts';
import { firstInstallation, otherWorlds } from '../../worlds/worlds.ts';
import { readWorld } from './read-world.ts';
import { textOf } from './small-files.ts';

const small = `{
  "app": { "pages": [{ "name": "desk", "label": "Desk", "path": "/desk", "roles": ["staff"] }], "dashboard": [{ "name": "people", "kind": "count", "resource": "users", "roles": ["staff"] }] },
  "roles": { "admin": { "all": true }, "staff": {} },
  "permissionSets": { "shared": { "staff": ["list"] } },
  "resources": {
    "users": {
      "fields": {
        "email": { "type": "text", "required": true, "unique": true },
        "name": { "type": "text" },
        "status": { "type": "choice", "choices": ["pending", "confirmed", "disabled", "invited"] },
        "role": ROLE
      },
      "permissions": "shared"
    },
    "tasks": {
      "fields": {
        "staff": { "type": "text", "read": ["staff"], "write": ["staff"] },
        "word": { "type": "choice", "choices": ["staff", "done"], "states": { "transitions": [{ "name": "end", "label": "End", "from": ["staff"], "to": "done", "roles": ["staff"] }] } },
        "of": { "type": "reference", "to": "users", "filter": "role = 'staff'" }
      },
      "views": [{ "name": "staff", "label": "Staff", "roles": ["staff"], "filter": "of.role = 'staff' and word = 'staff'" }],
      "permissions": { "staff": { "list": "of.role = 'staff'", "read": true, "update": true } }
    }
  }
}
`;

const parse = ([main, ...included]: DescriptorFiles): Descriptor => {
  const parsed = parseDescriptor(
    main!.text,
    new Map(included.map(({ path, text }) => [path, { text }])),
  );
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.descriptor;
};

const filesOf = (edited: Edited): DescriptorFiles => {
  if ('refused' in edited) throw new Error(JSON.stringify(edited.refused));
  return edited.files;
};

test.each([
  [
    'a choice of users',
    '{ "type": "choice", "choices": ["admin", "staff"], "default": "staff" }',
    '{ "type": "choice", "choices": ["admin", { "value": "helper", "was": "staff" }], "default": "helper" }',
  ],
  [
    'one of all roles',
    '{ "type": "choice", "choices": "$roles", "default": "staff" }',
    '{ "type": "choice", "choices": "$roles", "default": "helper" }',
  ],
])('a role that is %s is renamed where it is meant, and nowhere else', (_, before, after) => {
  const files = [{ path: 'resources.json', text: small.replace('ROLE', before) }];

  const renamed = textOf(rename(files, ['roles', 'staff'], 'helper'));

  expect(renamed).toBe(
    small
      .replace('ROLE', after)
      .replaceAll('oles": ["staff"]', 'oles": ["helper"]')
      .replaceAll('": { "staff": ', '": { "helper": ')
      .replace('"staff": {}', '"helper": { "was": "staff" }')
      .replace('{ "helper": { "type": "text"', '{ "staff": { "type": "text"')
      .replace('"read": ["staff"], "write": ["staff"]', '"read": ["helper"], "write": ["helper"]')
      .replaceAll("role = 'staff'", "role = 'helper'"),
  );
});

test('a name that another role has is refused', () => {
  const files = [{ path: 'resources.json', text: '{ "roles": { "admin": {}, "staff": {} } }' }];

  expect(rename(files, ['roles', 'staff'], 'admin')).toMatchObject({
    refused: { reason: 'taken' },
  });
});

test('the former role of a descriptor without roles is known', () => {
  const applied = [{ path: 'a.json', text: '{ "resources": {} }' }];
  const files = [{ path: 'a.json', text: '{ "roles": { "admin": { "all": true } } }' }];

  const [file] = filesOf(rename(files, ['roles', 'admin'], 'chief', applied));

  expect(file?.text).toContain('"chief": { "all": true, "was": "admin" }');
});

test('the key of a menu group is renamed with what is in the group', () => {
  const text = (key: string) =>
    `{ "app": { "groups": [{ "key": "${key}", "label": "science" }], "pages": [{ "name": "science", "group": "${key}" }] }, "resources": { "science": { "group": "${key}", "fields": {} } } }`;

  const renamed = rename([{ path: 'a.json', text: text('science') }], ['app', 'groups', 0], 'work');

  expect(renamed).toEqual({ files: [{ path: 'a.json', text: text('work') }] });
});

/** All that somebody with a role may do and sees. */
function rightsOf(descriptor: Descriptor, role: string): object {
  const { was: _, ...own } = descriptor.roles.get(role)!;
  const resources = [...descriptor.resources.values()].map((resource) => ({
    name: resource.name,
    operations: resource.permissions[role],
    rows: resource.rowRights[role],
    readable: readableFields(descriptor, role, resource),
    writable: writableFields(descriptor, role, resource),
    actions: resource.actions
      .filter((action) => mayRun(descriptor, role, resource, action))
      .map(({ name }) => name),
    views: viewsFor(resource.views, role).map(({ name, filter }) => [name, filter]),
  }));
  return {
    own,
    resources,
    cards: cardsFor(descriptor, role).length,
    pages: descriptor.app.pages.map((page) => mayOpen(descriptor, role, page)),
  };
}

describe.each([...otherWorlds, firstInstallation])('$name', ({ descriptor: path }) => {
  const world = readWorld(path);
  const before = parse(world);

  test.each([...before.roles.keys()])('has the same rights when %s is renamed', (role) => {
    const renamed = filesOf(rename(world, ['roles', role], `${role}Zz`, world));
    const after = parse(renamed);
    const text = (of: object) => JSON.stringify(of).replaceAll('Zz', '').replaceAll(' zz', '');

    for (const each of before.roles.keys())
      expect(text(rightsOf(after, each === role ? `${role}Zz` : each))).toBe(
        text(rightsOf(before, each)),
      );
    expect(describeChange(world, renamed)).toEqual({
      changes: [{ kind: 'renamed', path: ['roles', `${role}Zz`], from: role }],
    });
    const back = filesOf(rename(renamed, ['roles', `${role}Zz`], role, world));
    // A former name that was applied before says nothing more.
    const changed = describeChange(world, back);
    const changes = 'changes' in changed ? changed.changes : [changed];
    expect(changes.filter((one) => !('path' in one) || one.path.at(-1) !== 'was')).toEqual([]);
  });
});
