import { expect, test, vi } from 'vitest';

const nextFrame = () => new Promise(requestAnimationFrame);

test('the document goes on drawing frames after a test with a clock of its own', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  await nextFrame();
  vi.useFakeTimers();
  button.hidden = true;
  vi.useRealTimers();

  await nextFrame();
  expect(document.activeElement).toBe(document.body);
});
