import { describe, expect, test } from 'vitest';
import { mayDo, mayRead, mayWrite } from '../../src/descriptor/access.ts';
import { operations, type Descriptor } from '../../src/descriptor/descriptor.ts';
import { explainAccess, fieldUse } from '../../src/descriptor/permissions/explain-access.ts';
import { rowFilters } from '../../src/descriptor/filter/row-filters.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { deskSource } from '../support/desk.ts';
import { libraryDescriptor } from '../support/library.ts';
import { library } from './library.ts';

const desk = toDescriptor(deskSource);
const resource = (descriptor: Descriptor, name: string) => descriptor.resources.get(name)!;

/** As the API applies the filters: an import reaches as far as creating and changing do. */
const filtersOf = {
  list: ['see'],
  read: ['see'],
  export: ['export'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  import: ['create', 'update'],
  history: ['see'],
  restore: ['update'],
  comment: ['see'],
} as const;

describe('the explanation of access', () => {
  test.each([
    ['the library', library],
    ['the other library', libraryDescriptor()],
    ['the desk', desk],
  ])('agrees in %s with the decision, for every combination', (_, descriptor) => {
    const wrong: string[] = [];
    for (const role of [...descriptor.roles.keys(), 'nobody', '__proto__'])
      for (const of of descriptor.resources.values())
        for (const operation of operations)
          for (const field of [undefined, ...of.fields.keys()]) {
            const { answer } = explainAccess(descriptor, { role, resource: of, operation, field });
            const decided = decide(descriptor, role, of.name, operation, field);
            if (answer !== decided)
              wrong.push(`${role} ${operation} ${of.name}.${field}: ${answer}, not ${decided}`);
          }

    expect(wrong).toEqual([]);
  });

  test.each([
    ['admin', 'read', 'secret', 'yes', 'all', []],
    ['admin', 'update', 'lastLent', 'no', 'readOnly', []],
    ['staff', 'read', undefined, 'yes', 'granted', []],
    ['staff', 'delete', undefined, 'no', 'notGranted', []],
    ['staff', 'read', 'secret', 'no', 'fieldRead', ['admin']],
    ['staff', 'update', 'secret', 'no', 'fieldRead', ['admin']],
    ['staff', 'update', 'rating', 'no', 'fieldWrite', ['admin']],
    ['viewer', 'read', 'price', 'no', 'fieldRead', ['admin', 'staff']],
    ['guest', 'read', 'code', 'no', 'notGranted', []],
    ['retired', 'read', 'code', 'no', 'unknownRole', []],
  ] as const)(
    'gives the reason why %s can %s %s: %s by %s',
    (role, operation, field, answer, rule, roles) => {
      const books = resource(library, 'books');

      const found = explainAccess(library, { role, resource: books, operation, field });

      expect(found).toEqual({ answer, rule, limits: [], roles });
    },
  );

  test('names the filters of all limiting operations', () => {
    const tickets = resource(desk, 'tickets');

    const found = explainAccess(desk, { role: 'agent', resource: tickets, operation: 'update' });

    expect(found).toMatchObject({ answer: 'some', rule: 'rows' });
    expect(found.limits.map(({ operation }) => operation)).toEqual(['list', 'update']);
    expect(found.limits[1]?.filter).toBe(tickets.rowRights.agent?.update);
  });

  test('says that a field cannot be written by a role that sees no record', () => {
    const source = {
      roles: { admin: { all: true }, drop: {} },
      resources: {
        notes: { fields: { text: { type: 'text' } }, permissions: { drop: ['create'] } },
      },
    };
    const box = toDescriptor(source);
    const question = {
      role: 'drop',
      resource: resource(box, 'notes'),
      operation: 'create',
    } as const;

    expect(explainAccess(box, question)).toMatchObject({ answer: 'yes', rule: 'granted' });
    expect(explainAccess(box, { ...question, field: 'text' })).toMatchObject({
      answer: 'no',
      rule: 'unseen',
    });
  });
});

function decide(
  descriptor: Descriptor,
  role: string,
  name: string,
  operation: (typeof operations)[number],
  field: string | undefined,
): 'yes' | 'no' | 'some' {
  const of = resource(descriptor, name);
  if (!mayDo(descriptor, role, of, operation)) return 'no';
  const use = fieldUse[operation];
  const may = use === 'read' ? mayRead : mayWrite;
  if (field !== undefined && use !== undefined && !may(descriptor, role, of, field)) return 'no';
  const filters =
    rowFilters(descriptor, { role, userId: 'u', now: new Date(0), timeZone: 'UTC' }, of) ?? {};
  return filtersOf[operation].some((each) => filters[each] !== undefined) ? 'some' : 'yes';
}
