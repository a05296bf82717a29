import { describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';

const users = `"users": { "fields": {
  "email": { "type": "email", "required": true, "unique": true },
  "name": { "type": "text" },
  "role": { "type": "choice", "choices": ["admin", "staff"] },
  "status": { "type": "choice", "choices": ["pending", "confirmed", "disabled", "invited"] }
} }`;
const roles = '"roles": { "admin": { "all": true }, "staff": {} }';
const sets = `"permissionSets": {
  "editorial": { "staff": { "list": true, "read": true, "update": { "town": "Bern" } } }
},
"fieldSets": {
  "address": { "street": { "type": "text" }, "town": { "type": "text" } },
  "contact": { "phone": { "type": "text" } }
}`;

/** A descriptor with one resource, of whose permissions and fields a text is given. */
const withPlaces = (places: string, shared = sets) =>
  `{ ${roles},\n${shared},\n"resources": { ${users},\n"places": ${places} } }`;

function parse(text: string, files: Record<string, string> = {}) {
  return parseDescriptor(
    text,
    new Map(Object.entries(files).map(([file, of]) => [file, { text: of }])),
  );
}

function descriptorOf(text: string, files?: Record<string, string>) {
  const parsed = parse(text, files);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.descriptor;
}

const used = `{ "fields": { "name": { "type": "text" }, "$use": ["address", "contact"], "note": { "type": "text" } }, "permissions": "editorial" }`;
const written = `{ "fields": { "name": { "type": "text" }, "street": { "type": "text" }, "town": { "type": "text" }, "phone": { "type": "text" }, "note": { "type": "text" } }, "permissions": { "staff": { "list": true, "read": true, "update": { "town": "Bern" } } } }`;

describe('shared permissions and fields', () => {
  test('make the same descriptor as without them, in the order of the fields', () => {
    const shared = descriptorOf(withPlaces(used));
    const own = descriptorOf(`{ ${roles}, "resources": { ${users}, "places": ${written} } }`);

    expect(shared.source).toEqual(own.source);
    expect(shared.hash).toBe(own.hash);
    expect([...shared.resources.get('places')!.fields.keys()]).toEqual([
      'name',
      'street',
      'town',
      'phone',
      'note',
    ]);
  });

  test('stand in any of the files', () => {
    const main = `{ "include": ["sets.json"], ${roles}, "resources": { ${users}, "places": ${used} } }`;

    expect(descriptorOf(main, { 'sets.json': `{ ${sets} }` }).hash).toBe(
      descriptorOf(withPlaces(used)).hash,
    );
  });

  test.each([
    [
      'permissions by an unknown name',
      withPlaces('{ "fields": {}, "permissions": "editoral" }'),
      {
        code: 'D102',
        line: 15,
        path: 'resources.places.permissions',
        hint: 'did you mean editorial?',
      },
    ],
    [
      'fields by an unknown name',
      withPlaces('{ "fields": { "$use": ["adress"] } }'),
      {
        code: 'D102',
        line: 15,
        path: 'resources.places.fields.$use.0',
        hint: 'did you mean address?',
      },
    ],
    [
      'no name at all',
      withPlaces('{ "fields": { "$use": 7 } }'),
      { code: 'D004', line: 15, path: 'resources.places.fields.$use' },
    ],
    [
      'a field that the set has too',
      withPlaces('{ "fields": { "$use": "address", "town": { "type": "text" } } }'),
      { code: 'D038', line: 15, path: 'resources.places.fields.town' },
    ],
    [
      'a field of two sets',
      withPlaces(
        '{ "fields": { "$use": ["address", "more"] } }',
        sets.replace('"contact": { "phone"', '"more": { "town"'),
      ),
      { code: 'D038', line: 7, path: 'fieldSets.more.town' },
    ],
    [
      'a set with a wrong field, at its place',
      withPlaces(
        '{ "fields": { "$use": "address" } }',
        sets.replace('"town": { "type": "text"', '"town": { "type": "txt"'),
      ),
      { code: 'D006', line: 6, path: 'resources.places.fields.town.type' },
    ],
    [
      'permissions with a wrong filter, at their place',
      withPlaces('{ "fields": { "name": { "type": "text" } }, "permissions": "editorial" }'),
      { code: 'D029', line: 3, path: 'resources.places.permissions.staff.update.town' },
    ],
    [
      'an unused set of wrong fields',
      withPlaces(
        '{ "fields": {} }',
        sets.replace('"phone": { "type": "text"', '"phone": { "typ": "text"'),
      ),
      { code: 'D005', line: 7, path: 'fieldSets.contact.phone.type' },
    ],
    [
      'an unused set of wrong permissions',
      withPlaces('{ "fields": {} }', sets.replace('"list": true', '"list": 1')),
      { code: 'D004', line: 3, path: 'permissionSets.editorial.staff.list' },
    ],
    [
      'permissions with a wrong condition, at their place',
      withPlaces(
        '{ "fields": { "name": { "type": "text" } }, "permissions": "editorial" }',
        sets.replace('{ "town": "Bern" }', `"town = 'Bern'"`),
      ),
      { code: 'D029', line: 3, column: 68, path: 'resources.places.permissions.staff.update' },
    ],
    [
      'an unused set with a wrong condition',
      withPlaces('{ "fields": {} }', sets.replace('{ "town": "Bern" }', '"town = $me"')),
      { code: 'D043', line: 3, column: 75, path: 'permissionSets.editorial.staff.update' },
    ],
    [
      'a set that is none',
      withPlaces('{ "fields": {} }', '"fieldSets": { "address": [] }'),
      { code: 'D004', line: 2, path: 'fieldSets.address' },
    ],
  ])('refuse %s', (_, text, expected) => {
    const parsed = parse(text);

    expect('problems' in parsed ? parsed.problems : []).toEqual([
      expect.objectContaining(expected),
    ]);
  });

  test('may have conditions, also if nobody uses them', () => {
    const conditions = sets
      .replace('{ "town": "Bern" }', `"town = 'Bern' and createdBy = $user"`)
      .replace(
        '{ "phone": {',
        '{ "by": { "type": "reference", "to": "users", "filter": "name = $town" }, "phone": {',
      );

    expect(parse(withPlaces('{ "fields": {} }', conditions))).toHaveProperty('descriptor');
    const fields = '{ "fields": { "$use": ["address", "contact"] } }';
    expect(parse(withPlaces(fields, conditions))).toHaveProperty('descriptor');
  });

  test('have the roles as choices, with their labels and colours', () => {
    const all =
      '"roles": { "admin": { "all": true, "color": "danger", "label": "Boss" }, "staff": {} }';
    const byName = users.replace('["admin", "staff"]', '"$roles"');
    const byList = users.replace(
      '["admin", "staff"]',
      '[{ "value": "admin", "label": "Boss", "color": "danger" }, { "value": "staff" }]',
    );

    expect(descriptorOf(`{ ${all}, "resources": { ${byName} } }`).hash).toBe(
      descriptorOf(`{ ${all}, "resources": { ${byList} } }`).hash,
    );
  });

  test('have the roles as choices in the form of an action', () => {
    const asking = (choices: string) =>
      descriptorOf(
        `{ ${roles}, "resources": { ${users}, "places": { "fields": {}, "actions": [
          { "name": "ask", "form": { "fields": { "role": { "type": "choice", "choices": ${choices} } } } }
        ] } } }`,
      ).hash;

    expect(asking('"$roles"')).toBe(asking('[{ "value": "admin" }, { "value": "staff" }]'));
  });

  test('show a mistake in a role at the role, also where it is a choice', () => {
    const byName = users.replace('["admin", "staff"]', '"$roles"');
    const parsed = parse(
      `{ "app": { "languages": ["en", "de"] },\n"roles": { "admin": { "all": true,\n"label": { "en": "Boss" } } },\n"resources": { ${byName} } }`,
    );

    expect('problems' in parsed && parsed.problems).toEqual([
      expect.objectContaining({ code: 'D018', line: 3 }),
    ]);
  });

  test('tell a mistake in a set once, however many use it', () => {
    const broken = sets.replace('"town": { "type": "text"', '"town": { "type": "txt"');
    const text = withPlaces(
      '{ "fields": { "$use": "address" } }, "shops": { "fields": { "$use": "address" } }',
      broken,
    );
    const parsed = parse(text);

    expect('problems' in parsed && parsed.problems).toHaveLength(1);
  });
});
