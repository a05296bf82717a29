import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { loadTexts } from '../../../src/admin/messages/texts.ts';
import { LineHandle } from '../../../src/admin/record/children/line-handle.tsx';

test('the handle of a line opens its menu by a key after the line was dragged', async () => {
  onTestFinished(cleanup);
  await loadTexts(import.meta.glob('/src/admin/messages/*/record/lines.ts'));
  const steps: number[] = [];
  render(
    <div>
      <div data-line />
      <div data-line>
        <LineHandle name="1" onMove={(by) => steps.push(by)} />
      </div>
    </div>,
  );
  const handle = screen.getByRole('button');

  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(window, { clientY: -9 });
  fireEvent.pointerUp(window);
  fireEvent.click(handle, { detail: 1 });
  expect(steps).toEqual([-1]);
  expect(screen.queryByRole('menu')).toBeNull();
  // Enter and Space click without a pointer.
  fireEvent.click(handle, { detail: 0 });

  screen.getByRole('menu');
});
