import { beforeEach, expect, test } from 'vitest';
import { addStep, moveStep, readSteps, stepsKey } from '../../../src/admin/client/undo-steps.ts';

const key = stepsKey({ _id: 'u' }, { name: 'books' });
const facts = { did: 'edit', records: 3, cells: 3, field: 'year' } as const;

beforeEach(() => sessionStorage.clear());

test('a step keeps its changes and its time through any number of undos and redos', () => {
  addStep(key, 'first', facts);
  const [made] = readSteps(key).done;

  moveStep(key, 'first', { from: 'done', to: 'undone', reverse: 'second' });
  expect(readSteps(key)).toEqual({ done: [], undone: [{ ...made, changeSet: 'second' }] });
  moveStep(key, 'second', { from: 'undone', to: 'done', reverse: 'third' });

  expect(readSteps(key)).toEqual({ done: [{ ...made, changeSet: 'third' }], undone: [] });
  expect(made).toMatchObject(facts);
});

test('a new step clears the redo list, and 50 steps are kept', () => {
  addStep(key, 'first', facts);
  moveStep(key, 'first', { from: 'done', to: 'undone', reverse: 'second' });

  for (let index = 0; index < 60; index += 1) addStep(key, `step ${index}`, facts);

  const { done, undone } = readSteps(key);
  expect(undone).toEqual([]);
  expect(done).toHaveLength(50);
  expect(done.at(-1)?.changeSet).toBe('step 59');
});
