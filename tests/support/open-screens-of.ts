import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { openTestApi, type TestApi, type TestApiOptions } from './api.ts';
import { closeScreen, startScreens, stopScreens } from './screen.tsx';

type Extras = Pick<
  TestApiOptions,
  'actions' | 'routes' | 'hooks' | 'fields' | 'webhookTargets' | 'scan' | 'metricsToken'
> & {
  clear?: (api: TestApi) => void | Promise<void>;
};

/**
 * For the tests of a file: the screens of an installation. `isOpen` is told its API before the first test,
 * to fill it; `clear` is called after each, when the screen is closed.
 */
export function openScreensOf(
  toDescriptor: () => Descriptor,
  isOpen: (api: TestApi) => void | Promise<void>,
  { clear, ...parts }: Extras = {},
): void {
  let api: TestApi;

  beforeAll(async () => {
    const descriptor = toDescriptor();
    api = await openTestApi({ ...parts, descriptor: () => descriptor });
    await isOpen(api);
    startScreens(api);
  });
  afterEach(async () => {
    closeScreen();
    await clear?.(api);
  });
  afterAll(async () => {
    await stopScreens();
    await api.close();
  });
}
