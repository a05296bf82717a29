import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_FAILED, ChunkError, loadChunk } from '../../../src/admin/shell/start/load-chunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  for (const link of document.querySelectorAll('link')) link.remove();
});

test('stops loading a chunk after 120 seconds, and reports it', async () => {
  const told = vi.fn<() => void>();
  window.addEventListener(CHUNK_FAILED, told, { once: true });
  const settled = vi.fn<(cause: unknown) => void>();
  const outcome = loadChunk(() => new Promise(() => {})).catch(settled);

  await vi.advanceTimersByTimeAsync(119_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await outcome;

  expect(settled).toHaveBeenCalledWith(expect.any(ChunkError));
  expect(told).toHaveBeenCalledOnce();
});

test('returns a loaded chunk and clears its timer', async () => {
  expect(await loadChunk(() => Promise.resolve('a part'))).toBe('a part');

  expect(vi.getTimerCount()).toBe(0);
});

test('reports a chunk that no longer exists', async () => {
  const gone = loadChunk(() => Promise.reject(new TypeError('Failed to fetch')));

  await expect(gone).rejects.toBeInstanceOf(ChunkError);
});

test('waits for styles and not for scripts, requests each once, and again after a failure', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('drawn'));
  const needs = ['assets/a.css', 'assets/a.js'];
  const hrefs = (): string[] => [...document.querySelectorAll('link')].map((each) => each.rel);
  const style = (): Element => document.querySelector('link[rel=stylesheet]')!;

  const failing = loadChunk(load, needs);
  style().dispatchEvent(new Event('error'));
  await expect(failing).rejects.toBeInstanceOf(ChunkError);
  const both = [loadChunk(load, needs), loadChunk(load, needs)];

  expect(hrefs()).toEqual(['modulepreload', 'stylesheet']);
  expect(load).not.toHaveBeenCalled();
  style().dispatchEvent(new Event('load'));
  expect(await Promise.all(both)).toEqual(['drawn', 'drawn']);
});
