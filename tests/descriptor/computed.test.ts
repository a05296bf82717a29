import { describe, expect, test } from 'vitest';
import { mayRead } from '../../src/descriptor/access.ts';
import { explainAccess } from '../../src/descriptor/permissions/explain-access.ts';
import { costOfValue } from '../../src/descriptor/expression/paths.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { ordersDescriptor, ordersSource } from '../support/orders.ts';

const may = ['list', 'read'];

/** The problems of a descriptor with this field `made`, by their code, where they stand in its text, and what they say. */
function problemsOf(made: object, more: object = {}) {
  const source = {
    roles: { admin: { all: true }, staff: {} },
    resources: {
      users: ordersSource.resources.users,
      shops: { fields: { name: { type: 'text' }, city: { type: 'reference', to: 'shops' } } },
      books: {
        fields: {
          title: { type: 'text', required: true },
          pages: { type: 'number' },
          sold: { type: 'boolean' },
          on: { type: 'date' },
          shop: { type: 'reference', to: 'shops' },
          shops: { type: 'references', to: 'shops' },
          tags: { type: 'tags' },
          box: { type: 'object', fields: { width: { type: 'number' } } },
          double: { type: 'number', computed: 'pages * 2' },
          made,
          hidden: { type: 'number', read: ['admin'] },
        },
        permissions: { staff: may },
        ...more,
      },
    },
  };
  source.resources.users = { ...ordersSource.resources.users, permissions: {} } as any;
  const text = JSON.stringify(source, null, 1);
  const parsed = parseDescriptor(text);
  const lines = text.split('\n');
  return 'problems' in parsed
    ? parsed.problems
        .filter(({ path }) => !path.startsWith('resources.users'))
        .map(({ code, line, column, message, hint }) => ({
          code,
          at: lines[line - 1]!.slice(column - 1).replace(/",?$/, ''),
          message,
          hint,
        }))
    : [];
}

describe('a computed field is refused', () => {
  test.each([
    ['pages +', 'D042', '', 'expected a value here, not the end'],
    ['pages ; 2', 'D042', '; 2', '“; 2” is not allowed here'],
    ["concat('a\n', pages", 'D042', '', 'expected a closing parenthesis here, not the end'],
    ['1e999', 'D042', '1e999', 'this number is too large'],
    ['1 + pagse', 'D043', 'pagse', 'pagse is not a field of books'],
    ["concat('\t', pagse)", 'D043', 'pagse)', 'pagse is not a field of books'],
    ['shop.nam', 'D043', 'shop.nam', 'nam is not a field of shops'],
    [
      'shop.city.city.city.name',
      'D043',
      'shop.city.city.city.name',
      'it follows more than 3 references',
    ],
    ['shop.city.nam', 'D043', 'shop.city.nam', 'nam is not a field of shops'],
    ['shop', 'D043', 'shop', 'shop is a reference'],
    ['tags', 'D043', 'tags', 'tags of books does not hold a single value'],
    ['shops.name', 'D043', 'shops.name', 'shops.name is not a field of books'],
    ['box', 'D043', 'box', 'box is an object; name one of its parts'],
    ['double + made', 'D082', 'made', 'books.made → books.made'],
    ['rond(pages)', 'D043', 'rond(pages)', 'rond is not a function'],
    [
      'count(books.titel)',
      'D043',
      'books.titel)',
      'books.titel is not a field that refers to books',
    ],
    ['count(books.title)', 'D043', 'books.title)', 'books.title does not refer to books'],
    ['count(books.shop)', 'D043', 'books.shop)', 'books.shop does not refer to books'],
    ['sum(pages of books.shop.cit)', 'D043', 'books.shop.cit)', 'books.shop.cit does not refer to'],
    ['pages + title', 'D044', 'title', '+ needs number here, not text'],
    ['abs()', 'D044', 'abs()', 'abs needs one value, not 0'],
    ['title', 'D044', 'title', 'the expression returns text, but the field holds number'],
    ['null', 'D044', 'null', 'the expression returns nothing, but the field holds number'],
  ])('%j by %s at %j', (computed, code, at, message) => {
    const problems = problemsOf({ type: 'number', computed });

    expect(problems).toMatchObject([{ code, message: expect.stringContaining(message) }]);
    expect(problems[0]!.at).toBe(JSON.stringify(at).slice(1, -1));
  });

  test('with a suggestion', () => {
    const hints = ['pagse', 'rond(pages)', 'shop.nam', 'box.widht'].map(
      (computed) => problemsOf({ type: 'number', computed })[0]!.hint,
    );

    expect(hints).toEqual([
      'did you mean pages?',
      'did you mean round?',
      'did you mean name?',
      'did you mean box.width?',
    ]);
  });

  test.each([
    [{ computed: 'count(books.shop)', stored: true }, 'D043'],
    [{ computed: 'pages', required: true }, 'D007'],
    [{ computed: 'pages', unique: true }, 'D007'],
    [{ computed: 'pages', default: 1 }, 'D007'],
    [{ computed: 'pages', write: ['staff'] }, 'D007'],
    [{ computed: 'pages', when: { shown: { sold: true } } }, 'D007'],
    [{ computed: 'pages', min: 1 }, 'D007'],
    [{ stored: true }, 'D007'],
    [{ type: 'choice', choices: ['a'], computed: 'title' }, 'D024'],
  ])('as %j', (made, code) => {
    expect(problemsOf({ type: 'number', ...made }).map((each) => each.code)).toContain(code);
  });

  test.each([
    [{ noOverlap: [{ fields: ['shop'], from: 'on', to: 'onn' }] }, 'D011'],
    [{ noOverlap: [{ fields: ['shop'], from: 'on', to: 'pages' }] }, 'D088'],
    [{ noOverlap: [{ fields: ['tags'], from: 'on', to: 'on' }] }, 'D024'],
    [
      { noOverlap: [{ fields: ['shop'], from: 'on', to: 'on', where: 'shop.city = null' }] },
      'D029',
    ],
    [{ noOverlap: [{ fields: ['shop'], from: 'on', to: 'on', where: 'sol' }] }, 'D029'],
    [{ noOverlap: [{ fields: ['shop'], from: 'on', to: 'on', where: 'pages * 2' }] }, 'D044'],
    [{ noOverlap: [{ fields: ['shop'], from: 'on', to: 'on', where: 'on < $today' }] }, 'D029'],
    [{ noOverlap: [{ fields: ['shop'], from: 'on', to: 'on', where: { sol: true } }] }, 'D029'],
    [{ noOverlap: [{ fields: ['shop'], from: 'on', to: 'on', where: { on: '$today' } }] }, 'D029'],
    [{ checks: [{ check: 'made > ', message: 'No' }] }, 'D042'],
    [{ checks: [{ check: 'mad > 1', message: 'No' }] }, 'D029'],
    [{ checks: [{ check: 'made + 1', message: 'No' }] }, 'D044'],
    [
      {
        checks: [{ check: 'hidden > 1', message: 'No' }],
        permissions: { staff: ['list', 'read', 'update'] },
      },
      'D021',
    ],
    [{ unique: [['title', 'made']] }, 'D024'],
    [{ indexes: [['title', 'made']] }, 'D024'],
    [{ importKey: 'made' }, 'D013'],
    [{ public: { fields: ['made'] } }, 'D047'],
  ])('where %j needs a written field', (more, code) => {
    const problems = problemsOf({ type: 'number', computed: 'pages' }, more);

    expect(problems.map((each) => each.code)).toEqual([code]);
  });
});

describe('a computed field', () => {
  test('is read-only, and can be sorted, shown, searched, filtered, in a title and published', () => {
    const made = { type: 'text', computed: "concat(title, ' ', pages)", search: true };

    const problems = problemsOf(made, {
      title: '{made}',
      list: { columns: ['made'], filters: ['made'], sort: '-made', filter: { made_nnull: true } },
      form: [{ tab: 'All', fields: ['title', 'made'] }],
      public: { fields: ['title', 'pages', 'made'] },
    });

    expect(problems).toEqual([]);
    expect(ordersDescriptor().resources.get('orders')!.fields.get('gross')!.readOnly).toBe(true);
  });

  test('can be part of a check that is an expression', () => {
    const checks = [{ check: 'made > 1 and count(books.shop.city) = 0', message: 'No' }];

    expect(problemsOf({ type: 'number', computed: 'pages' }, { checks })).toMatchObject([
      { code: 'D043' },
    ]);
    checks[0]!.check = 'made > 1';
    expect(problemsOf({ type: 'number', computed: 'pages' }, { checks })).toEqual([]);
  });

  test('is readable for roles that can read all its operands', () => {
    const descriptor = ordersDescriptor();
    const orders = descriptor.resources.get('orders')!;
    const reads = (role: string) =>
      ['gross', 'customerName', 'customerCredit', 'lines'].filter((field) =>
        mayRead(descriptor, role, orders, field),
      );

    expect(reads('admin')).toEqual(['gross', 'customerName', 'customerCredit', 'lines']);
    expect(reads('staff')).toEqual(['gross', 'customerName', 'lines']);
    const question = { role: 'staff', resource: orders, operation: 'read' } as const;
    expect(explainAccess(descriptor, { ...question, field: 'customerCredit' }).rule).toBe(
      'computedRead',
    );
  });
});

describe('a condition on a computed field that is refused', () => {
  const period = { who: { type: 'text' }, from: { type: 'date' }, to: { type: 'date' } };
  const doors: [string, object][] = [
    ['views', { views: [{ name: 'many', filter: { made_gt: 3 } }] }],
    ['checks', { checks: [{ check: { made_gt: 3 }, message: 'No' }] }],
    ['noOverlap', { noOverlap: [{ fields: ['who'], from: 'from', to: 'to', where: 'made > 3' }] }],
  ];

  test.each(doors)('adds nothing to what is wrong with the field: %s', (_, more) => {
    const codesOf = (computed: string) => {
      const fields = {
        title: { type: 'text' },
        ...period,
        made: { type: 'number', computed },
        back: { type: 'number', computed: 'made + 1' },
      };
      return problemsOf({}, { fields, ...more }).map(({ code }) => code);
    };

    expect(codesOf('back + 1')).toEqual(['D082', 'D082']);
    expect(codesOf('1 +')[0]).toBe('D042');
  });
});

test('counts the cost of each computed field once, however many others read it', () => {
  const depth = 12;
  const chain = Array.from({ length: depth }, (_, at) => [
    `x${at + 1}`,
    { type: 'number', computed: `x${at} + x${at}` },
  ]);
  const { resources } = toDescriptor({
    ...ordersSource,
    resources: { rows: { fields: { x0: { type: 'number' }, ...Object.fromEntries(chain) } } },
  });
  const resource = resources.get('rows')!;
  let looked = 0;
  const fields = new Map(resource.fields);
  fields.get = (name) => {
    looked += 1;
    return resource.fields.get(name);
  };

  const cost = costOfValue(resources, { ...resource, fields }, `x${depth}`);

  expect(cost).toBe(2 ** depth - 1);
  expect(looked).toBeLessThan(depth * 10);
});
