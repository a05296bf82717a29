import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor, ManyOutcome, ManyWrite } from '../../src/store/store.ts';
import type { TrashOptions } from '../../src/store/trash-options.ts';
import { nobody, openTestStore, type TestStore } from '../support/store.ts';
import { shapes } from '../support/shapes.ts';

const owner = (id: string, values: object = {}): ManyWrite => ({
  id,
  values: { name: id, ...values },
});
const ann: Actor = { userId: 'ann', way: 'restore', changeSet: 'set-1' };

function say(outcome: ManyOutcome): string {
  if (!('failure' in outcome)) return `${outcome.id} ${outcome.version}`;
  const problems = 'problems' in outcome ? outcome.problems : [];
  return [outcome.failure, ...problems.map(({ code, path }) => `${code} ${path}`)].join(' ');
}

describe('replacement values for a record that cannot be restored', () => {
  const forms = {
    owners: shapes.owners,
    forms: {
      title: '{code}',
      fields: {
        code: { type: 'text', unique: true, required: true },
        kind: { type: 'choice', choices: ['open', 'closed'], default: 'open' },
        seal: { type: 'text', unique: true, when: { readOnly: { kind: 'closed' } } },
        owner: { type: 'reference', to: 'owners' },
        reason: { type: 'text', when: { required: { code_contains: 'X' } } },
        note: { type: 'text', when: { required: { owner_null: true } } },
        parent: { type: 'reference', to: 'forms' },
      },
      checks: [{ check: { not: { code: 'bad' } }, message: 'is bad' }],
    },
  };
  let own: TestStore;
  beforeAll(async () => {
    own = await openTestStore(forms);
  });
  afterAll(() => own.close());
  beforeEach(async () => {
    await own.database.query(
      'truncate forms, owners, backoffice.history, backoffice.trash cascade',
    );
  });

  const form = (id: string, values: object = {}): ManyWrite => ({
    id,
    values: { code: id, kind: 'open', note: 'n', ...values },
  });

  async function prepare(...writes: [string, ...ManyWrite[]][]): Promise<void> {
    for (const [resource, ...each] of writes) {
      const outcomes = await own.store.writeMany(own.resource(resource), each, nobody);
      expect(outcomes.filter((outcome) => 'failure' in outcome)).toEqual([]);
    }
  }

  async function drop(resource: string, ...ids: string[]): Promise<void> {
    const removals = ids.map((id) => ({ id, expected: '*' as const }));
    await own.store.removeMany(own.resource(resource), removals, nobody);
  }

  async function bringBack(ids: string[], options: TrashOptions): Promise<string[]> {
    const restores = ids.map((id) => ({ id }));
    return (await own.store.restoreTrashed(own.resource('forms'), restores, ann, options)).map(say);
  }

  test.each([
    ['a check', { code: 'bad' }, {}, 'invalid V027 code'],
    ['a field that is required then', { code: 'X' }, {}, 'invalid V001 reason'],
    [
      'a field that is read-only',
      { code: 'b', seal: 't' },
      { kind: 'closed' },
      'invalid V010 seal',
    ],
    ['no rule', { code: 'b', seal: 't' }, {}, 'f1 3'],
    ['a rule for which there is a value', { code: 'X', seal: 't', reason: 'r' }, {}, 'f1 3'],
  ])('are checked by the rules of the record: %s', async (_rule, values, before, outcome) => {
    await prepare(['forms', form('f1', { seal: 's', ...before })]);
    await drop('forms', 'f1');
    await prepare(['forms', form('other', { code: 'f1', seal: 's' })]);

    expect(await bringBack(['f1'], { values })).toEqual([outcome]);
  });

  test('cannot be empty if an empty reference requires another field', async () => {
    await prepare(['owners', owner('o1')], ['forms', form('f1', { owner: 'o1', note: null })]);
    await drop('forms', 'f1');
    await drop('owners', 'o1');

    const clear = ['owner'];
    expect(await bringBack(['f1'], { clear })).toEqual(['invalid V001 note']);
    expect(await bringBack(['f1'], { clear, values: { note: 'n' } })).toEqual(['f1 3']);
  });

  test('are applied before missing references are cleared', async () => {
    await prepare(
      ['owners', owner('o1'), owner('o2')],
      ['forms', form('parent', { owner: 'o1' }), form('child', { parent: 'parent' })],
    );
    await drop('forms', 'child', 'parent');
    await drop('owners', 'o1');

    const options = { values: { owner: 'o2' }, clear: ['owner', 'parent'] };
    expect(await bringBack(['child', 'parent'], options)).toEqual(['child 3', 'parent 3']);

    const [child, parent] = await Promise.all(
      ['child', 'parent'].map(async (id) =>
        JSON.parse((await own.store.get(own.resource('forms'), id))!.json),
      ),
    );
    expect([child.parent, parent.owner]).toEqual(['parent', 'o2']);
  });

  test('keep a reference to a record that is restored once its own are cleared', async () => {
    await prepare(
      ['owners', owner('o1')],
      ['forms', form('parent', { owner: 'o1' }), form('child', { parent: 'parent' })],
    );
    await drop('forms', 'child', 'parent');
    await drop('owners', 'o1');

    const clear = ['owner', 'parent'];
    expect(await bringBack(['child', 'parent'], { clear })).toEqual(['child 3', 'parent 3']);
    const child = await own.store.get(own.resource('forms'), 'child');
    expect(JSON.parse(child!.json).parent).toBe('parent');
  });
});
