import { expect, test, vi } from 'vitest';

const nextFrame = () => new Promise(requestAnimationFrame);

test('the document continues to draw frames after a test with a fake clock', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  await nextFrame();
  vi.useFakeTimers();
  button.hidden = true;
  vi.useRealTimers();

  await nextFrame();
  expect(document.activeElement).toBe(document.body);
});
