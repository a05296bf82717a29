import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import pg from 'pg';
import { problem } from '../../src/fields/problem.ts';
import type { WriteChange } from '../../src/store/store.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';
import { incompressible, shapes } from '../support/shapes.ts';

let db: TestStore;
const seen: WriteChange[] = [];

beforeAll(async () => {
  const guarded = {
    fields: { name: { type: 'text', required: true }, owner: { type: 'reference', to: 'owners' } },
  };
  db = await openTestStore(
    { ...shapes, guarded },
    {
      guards: {
        guarded: async (sql, change) => {
          seen.push(change);
          const { rows } = await sql.query('select name from guarded where _id = $1', [change.id]);
          return rows[0]?.name === 'bad' || change.before?.['name'] === 'kept'
            ? [problem('A009', 'name')]
            : [];
        },
      },
    },
  );
  for (const id of ['o1', 'o2', 'o3'])
    recordOf(await db.store.create(db.resource('owners'), { name: id }, nobody, id));
});
afterAll(() => db.close());

const sent = vi.spyOn(pg.Client.prototype, 'query');

let made = 0;
async function make(values: Record<string, unknown> = {}) {
  const code = `made ${++made}`;
  return recordOf(await db.store.create(db.resource('things'), { code, ...values }, nobody));
}

async function stored(id: string, resource = 'things') {
  const found = await db.store.get(db.resource(resource), id);
  return found && JSON.parse(found.json);
}

async function history(id: string) {
  const { rows } = await db.database.query(
    'select operation, version, by, before, after from backoffice.history where record_id = $1 order by seq',
    [id],
  );
  return rows;
}

describe('creating', () => {
  test('answers what is then stored, stamped, with an id that sorts by time', async () => {
    const by = { userId: 'somebody' };
    const one = recordOf(
      await db.store.create(db.resource('things'), { code: 'one', helpers: ['o2', 'o1'] }, by),
    );
    const other = recordOf(await db.store.create(db.resource('things'), { code: 'two' }, by));

    expect(one).toEqual(await stored(one._id));
    expect(Object.keys(one)).toEqual(Object.keys(await stored(one._id)).sort(byPlaceIn(one)));
    expect(one).toMatchObject({
      _version: 1,
      helpers: ['o2', 'o1'],
      words: [],
      label: null,
      createdBy: 'somebody',
      updatedBy: 'somebody',
    });
    expect(one['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(one._id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(other._id > one._id).toBe(true);
  });

  test('says every value that another record has, and the id', async () => {
    const { _id, code } = await make();

    expect(await db.store.create(db.resource('things'), { code }, nobody)).toMatchObject({
      failure: 'duplicate',
      problems: [{ code: 11000, path: 'code' }],
    });
    expect(
      await db.store.create(db.resource('things'), { code: `${code}'` }, nobody, _id),
    ).toMatchObject({
      failure: 'duplicate',
      problems: [{ code: 11000, path: '_id' }],
    });
  });

  test('says every reference to nothing, and writes nothing', async () => {
    const values = { code: 'dangling', owner: 'gone', helpers: ['o1', 'away', 'o2', 'lost'] };

    const outcome = await db.store.create(db.resource('things'), values, nobody, 'dangling');

    expect(outcome).toMatchObject({
      failure: 'invalid',
      problems: [
        { code: 'V014', path: 'owner', params: { value: 'gone' } },
        { code: 'V014', path: 'helpers.1', params: { value: 'away' } },
        { code: 'V014', path: 'helpers.3', params: { value: 'lost' } },
      ],
    });
    expect(await stored('dangling')).toBeUndefined();
    expect(await history('dangling')).toEqual([]);
  });

  test('lets a record refer to itself', async () => {
    const owner = recordOf(
      await db.store.create(db.resource('owners'), { name: 'me', boss: 'me' }, nobody, 'me'),
    );

    expect(owner['boss']).toBe('me');
  });

  test('refuses a unique text that no index can hold', async () => {
    const code = incompressible(3_000);

    expect(await db.store.create(db.resource('things'), { code }, nobody)).toMatchObject({
      failure: 'invalid',
      problems: [{ code: 'V003', path: 'code' }],
    });
  });

  test('takes a text of any length that need not be unique', async () => {
    const story = incompressible(50_000);

    expect((await make({ story, words: [story.slice(0, 400)] }))['story']).toBe(story);
  });
});

describe('changing', () => {
  test('changes what is given, clears by null, keeps the rest', async () => {
    const { _id } = await make({ label: 'before', count: 1, helpers: ['o1', 'o2'], words: ['a'] });

    const outcome = await db.store.update(
      db.resource('things'),
      _id,
      1,
      { label: 'after', count: null, words: null, helpers: ['o3', 'o2'] },
      { userId: 'somebody' },
    );

    expect(outcome).toMatchObject({
      record: {
        _version: 2,
        label: 'after',
        count: null,
        words: [],
        helpers: ['o3', 'o2'],
        updatedBy: 'somebody',
        createdBy: null,
      },
      before: { _version: 1, label: 'before', count: 1, words: ['a'], helpers: ['o1', 'o2'] },
    });
    expect(recordOf(outcome)).toEqual(await stored(_id));
  });

  test.each([
    [
      ['o1', 'o2', 'o3'],
      ['o3', 'o1', 'o2'],
    ],
    [['o1'], ['o2']],
    [['o1', 'o2'], []],
    [[], ['o1', 'o2']],
    [
      ['o1', 'o2', 'o3'],
      ['o1', 'o3'],
    ],
  ])('puts the references %j as %j', async (before, after) => {
    const { _id } = await make({ helpers: before });

    await db.store.update(db.resource('things'), _id, '*', { helpers: after }, nobody);

    expect((await stored(_id)).helpers).toEqual(after);
  });

  test('writes nothing when nothing would change', async () => {
    const values = {
      label: 'x',
      weight: 0.1,
      at: '2026-01-01T10:00:00.123Z',
      day: '2026-01-01',
      sizes: [10],
      helpers: ['o1'],
      box: { name: 'n', size: 1, full: null, day: null },
      extra: { b: 1, a: [] },
      story: null,
    };
    const record = await make(values);

    const outcome = await db.store.update(db.resource('things'), record._id, 1, values, nobody);

    expect(outcome).toEqual({ record, before: record });
    expect(await history(record._id)).toHaveLength(1);
  });

  test('refuses an old version with the record as it is now', async () => {
    const { _id } = await make({ label: 'one', helpers: ['o1'] });
    await db.store.update(db.resource('things'), _id, 1, { label: 'two', helpers: ['o2'] }, nobody);

    const outcome = await db.store.update(
      db.resource('things'),
      _id,
      1,
      { label: 'three' },
      nobody,
    );

    expect(outcome).toEqual({ failure: 'stale', current: await stored(_id) });
    expect(outcome).toMatchObject({ current: { _version: 2, label: 'two', helpers: ['o2'] } });
  });

  test('says when the record is not there', async () => {
    expect(
      await db.store.update(db.resource('things'), 'gone', '*', { label: 'x' }, nobody),
    ).toEqual({ failure: 'missing' });
    expect(await db.store.remove(db.resource('things'), 'gone', 1, nobody)).toEqual({
      failure: 'missing',
    });
  });

  test('names the fields of duplicates and of references to nothing', async () => {
    const { code } = await make();
    const { _id } = await make();
    const change = (values: object) =>
      db.store.update(db.resource('things'), _id, '*', { ...values }, nobody);

    expect(await change({ code })).toMatchObject({
      failure: 'duplicate',
      problems: [{ path: 'code' }],
    });
    expect(await change({ helpers: ['gone'] })).toMatchObject({
      failure: 'invalid',
      problems: [{ path: 'helpers.0' }],
    });
    expect(await stored(_id)).toMatchObject({ _version: 1 });
  });
});

describe('at the same time', () => {
  test('fifty changes of one version have one winner', async () => {
    const { _id } = await make({ helpers: ['o1'] });

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, count) =>
        db.store.update(
          db.resource('things'),
          _id,
          1,
          { count, helpers: [`o${1 + (count % 3)}`] },
          nobody,
        ),
      ),
    );

    const winners = outcomes.filter((outcome) => 'record' in outcome);
    expect(winners).toHaveLength(1);
    const now = await stored(_id);
    expect(recordOf(winners[0]!)).toEqual(now);
    // The losers see the winner's record whole, its references too.
    for (const outcome of outcomes) if ('current' in outcome) expect(outcome.current).toEqual(now);
    expect(await history(_id)).toHaveLength(2);
  });

  test('changes of whatever is there all happen, and each is told of the one before', async () => {
    const { _id } = await make({ count: -1 });

    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, count) =>
        db.store.update(
          db.resource('things'),
          _id,
          '*',
          { count, helpers: [`o${1 + (count % 3)}`] },
          nobody,
        ),
      ),
    );

    const records = outcomes.map((outcome) => outcome as { record: any; before: any });
    expect(records.map(({ record }) => record._version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 2),
    );
    for (const { record, before } of records) {
      expect(before._version).toBe(record._version - 1);
      const earlier = records.find((each) => each.record._version === before._version)?.record;
      if (earlier) expect(before).toEqual(earlier);
    }
  });

  test('of a removal and a change one is too late', async () => {
    const { _id } = await make();

    const [removed, changed] = await Promise.all([
      db.store.remove(db.resource('things'), _id, 1, nobody),
      db.store.update(db.resource('things'), _id, 1, { count: 5 }, nobody),
    ]);

    expect([removed, changed].filter((outcome) => 'record' in outcome)).toHaveLength(1);
  });
});

describe('removing', () => {
  test('answers what is gone, with its references', async () => {
    const record = await make({ helpers: ['o1', 'o2'] });

    expect(await db.store.remove(db.resource('things'), record._id, 1, nobody)).toEqual({ record });
    expect(await stored(record._id)).toBeUndefined();
  });

  test('is refused with who refers to it, by field and number', async () => {
    const owners = db.resource('owners');
    const { _id } = recordOf(await db.store.create(owners, { name: 'busy' }, nobody));
    recordOf(await db.store.create(owners, { name: 'under', boss: _id }, nobody));
    await make({ owner: _id });
    await make({ owner: _id, helpers: [_id] });

    const outcome = await db.store.remove(owners, _id, '*', nobody);

    expect(outcome).toMatchObject({
      failure: 'referenced',
      problems: expect.arrayContaining([
        expect.objectContaining({
          code: 'S004',
          params: { resource: 'things', field: 'owner', count: 2 },
        }),
        expect.objectContaining({
          code: 'S004',
          params: { resource: 'things', field: 'helpers', count: 1 },
        }),
        expect.objectContaining({
          code: 'S004',
          params: { resource: 'owners', field: 'boss', count: 1 },
        }),
      ]),
    });
    expect(await db.store.referrers(owners, _id)).toHaveLength(3);
  });

  test('is refused for an old version', async () => {
    const { _id } = await make();
    await db.store.update(db.resource('things'), _id, 1, { count: 1 }, nobody);

    expect(await db.store.remove(db.resource('things'), _id, 1, nobody)).toMatchObject({
      failure: 'stale',
      current: { count: 1 },
    });
  });
});

test('history tells who changed what from what to what', async () => {
  const { _id } = recordOf(
    await db.store.create(
      db.resource('things'),
      { code: 'told', helpers: ['o1'] },
      { userId: 'u1' },
    ),
  );
  await db.store.update(
    db.resource('things'),
    _id,
    '*',
    { code: 'told', label: 'x', helpers: ['o2'], count: null },
    { userId: 'u2' },
  );
  await db.store.update(db.resource('things'), _id, '*', { label: 'y' }, { userId: null });
  await db.store.remove(db.resource('things'), _id, '*', { userId: 'u3' });

  expect(await history(_id)).toMatchObject([
    {
      operation: 'create',
      version: 1,
      by: 'u1',
      before: null,
      after: { code: 'told', helpers: ['o1'] },
    },
    {
      operation: 'update',
      version: 2,
      by: 'u2',
      before: { label: null, helpers: ['o1'] },
      after: { label: 'x', helpers: ['o2'] },
    },
    { operation: 'update', version: 3, by: null, before: { label: 'x' }, after: { label: 'y' } },
    {
      operation: 'delete',
      version: 3,
      by: 'u3',
      before: { code: 'told', label: 'y' },
      after: null,
    },
  ]);
  expect(Object.keys((await history(_id))[1].before).sort()).toEqual(['helpers', 'label']);
});

test.each([
  ['create', () => make({ label: 'x', helpers: ['o1', 'o2'], owner: 'o1' })],
  [
    'update',
    async () =>
      void (await db.store.update(
        db.resource('things'),
        'w',
        '*',
        { label: String(Math.random()), helpers: ['o2'] },
        nobody,
      )),
  ],
  ['remove', async () => void (await db.store.remove(db.resource('things'), 'w', '*', nobody))],
  ['get', () => stored('w')],
])('%s is one statement', async (_, run) => {
  await db.store.create(db.resource('things'), { code: `w${Math.random()}` }, nobody, 'w');
  sent.mockClear();

  await run();

  expect(sent).toHaveBeenCalledTimes(1);
});

describe('a guard', () => {
  test('sees each change inside its transaction, and takes it back', async () => {
    const guarded = db.resource('guarded');
    seen.length = 0;
    const { _id } = recordOf(await db.store.create(guarded, { name: 'good' }, nobody));
    const refused = await db.store.update(guarded, _id, '*', { name: 'bad' }, nobody);
    await db.store.update(guarded, _id, '*', { name: 'good' }, nobody);
    await db.store.update(guarded, _id, '*', { name: 'kept' }, nobody);
    const kept = await db.store.remove(guarded, _id, '*', nobody);

    expect(refused).toMatchObject({
      failure: 'refused',
      problems: [{ code: 'A009', path: 'name' }],
    });
    expect(kept).toMatchObject({ failure: 'refused' });
    expect(seen.map(({ before, after }) => [before?.['name'], after?.['name']])).toEqual([
      [undefined, 'good'],
      ['good', 'bad'],
      ['good', 'kept'],
      ['kept', undefined],
    ]);
    expect(await stored(_id, 'guarded')).toMatchObject({ name: 'kept', _version: 2 });
    expect(await history(_id)).toHaveLength(2);
  });

  test('does not hide why the database refuses', async () => {
    expect(
      await db.store.create(db.resource('guarded'), { name: 'x', owner: 'gone' }, nobody),
    ).toMatchObject({
      failure: 'invalid',
      problems: [{ code: 'V014', path: 'owner' }],
    });
  });
});

/** The order of keys of another object. */
function byPlaceIn(object: object): (one: string, other: string) => number {
  const keys = Object.keys(object);
  return (one, other) => keys.indexOf(one) - keys.indexOf(other);
}
