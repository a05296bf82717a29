import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { openTestApi, type TestApi } from './api.ts';
import { closeScreen, startScreens, stopScreens } from './screen.tsx';

/**
 * For the tests of a file: the screens of an installation. `isOpen` is told its API before the first test,
 * to fill it; `clear` is called after each, when the screen is closed.
 */
export function openScreensOf(
  toDescriptor: () => Descriptor,
  isOpen: (api: TestApi) => void | Promise<void>,
  clear?: (api: TestApi) => void | Promise<void>,
): void {
  let api: TestApi;

  beforeAll(async () => {
    const descriptor = toDescriptor();
    api = await openTestApi({ descriptor: () => descriptor });
    await isOpen(api);
    startScreens(api);
  });
  afterEach(async () => {
    closeScreen();
    await clear?.(api);
  });
  afterAll(async () => {
    stopScreens();
    await api.close();
  });
}
