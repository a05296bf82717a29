import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAskedFiles } from '../../../../src/admin/pages/structure/draft/use-descriptor-texts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What is asked about after each change, so many milliseconds later. */
function open() {
  const filesOf = (text: string) => [{ path: 'resources.json', text }];
  const { result, rerender } = renderHook(
    ({ files, isTyped }) => useAskedFiles(files, { isTyped }),
    { initialProps: { files: filesOf('none'), isTyped: false } },
  );
  const wait = (milliseconds: number): string | undefined => {
    act(() => void vi.advanceTimersByTime(milliseconds));
    return result.current[0]?.text;
  };
  wait(1000);
  return {
    wait,
    change: (text: string, isTyped = false) => rerender({ files: filesOf(text), isTyped }),
  };
}

test('one edit is asked about at once', () => {
  const { change, wait } = open();

  change('edited');

  expect(wait(0)).toBe('edited');
});

test('edits one after another are asked about once they pause', () => {
  const { change, wait } = open();
  change('one');
  wait(100);
  change('two');
  expect(wait(100)).toBe('one');
  change('three');

  expect(wait(299)).toBe('one');
  expect(wait(1)).toBe('three');
});

test('a text is asked about once its writer pauses', () => {
  const { change, wait } = open();

  change('t', true);

  expect(wait(299)).toBe('none');
  expect(wait(1)).toBe('t');
});
