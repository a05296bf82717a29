import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { openTestApi, type TestApi, type TestApiOptions } from './api.ts';
import { leaveScreen, startScreens, stopScreens } from './screen.tsx';

type Extras = Pick<
  TestApiOptions,
  'actions' | 'routes' | 'hooks' | 'fields' | 'webhookTargets' | 'scan' | 'metricsToken'
> & {
  clear?: (api: TestApi) => void | Promise<void>;
};

/**
 * For the tests of a file: the screens of an installation, and its API, which the file may fill.
 * `clear` is called after each test, when the screen is closed.
 */
export async function openScreensOf(
  toDescriptor: () => Descriptor,
  { clear, ...parts }: Extras = {},
): Promise<TestApi> {
  const descriptor = toDescriptor();
  const api = await openTestApi({ ...parts, descriptor: () => descriptor });
  beforeAll(() => startScreens(api));
  afterEach(async () => {
    await leaveScreen();
    await clear?.(api);
  });
  afterAll(async () => {
    await stopScreens();
    await api.close();
  });
  return api;
}
