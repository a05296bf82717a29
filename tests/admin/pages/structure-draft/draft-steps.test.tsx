import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Draft,
  useDraftSteps,
} from '../../../../src/admin/pages/structure/draft/draft-steps.ts';

const base = { files: [], hash: 'base' };
const draftOf = (text: string): Draft => ({ files: [{ path: 'resources.json', text }], base });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const { result } = renderHook(() => useDraftSteps());
  const step = (work: (steps: ReturnType<typeof useDraftSteps>) => void) =>
    act(() => work(result.current));
  return { step, shown: () => result.current.draft?.files[0]?.text, state: () => result.current };
}

test('goes back and forward, and back to no draft', () => {
  const { step, shown, state } = open();
  step(({ change }) => change(draftOf('one')));
  step(({ change }) => change(draftOf('two')));

  step(({ undo }) => undo());
  expect(shown()).toBe('one');
  step(({ undo }) => undo());
  expect(shown()).toBeUndefined();
  expect(state().canUndo).toBe(false);
  step(({ redo }) => redo());
  step(({ redo }) => redo());
  expect(shown()).toBe('two');
  expect(state().canRedo).toBe(false);
});

test('takes back at once what was typed at a stretch', () => {
  const { step, shown } = open();
  const type = (text: string) => step(({ change }) => change(draftOf(text), { isTyped: true }));
  type('a');
  vi.advanceTimersByTime(1000);
  type('ab');
  vi.advanceTimersByTime(5000);
  type('abc');

  step(({ undo }) => undo());
  expect(shown()).toBe('ab');
  step(({ undo }) => undo());
  expect(shown()).toBeUndefined();
});

test('forgets what was taken back once something else is changed', () => {
  const { step, state } = open();
  step(({ change }) => change(draftOf('one')));
  step(({ undo }) => undo());
  step(({ change }) => change(draftOf('two')));

  expect(state().canRedo).toBe(false);
});

test('lets two changes of one event follow each other', () => {
  const { step, shown } = open();

  step(({ change, latest }) => {
    change(draftOf('one'));
    change(draftOf(`${latest()?.files[0]?.text} two`));
  });

  expect(shown()).toBe('one two');
});
