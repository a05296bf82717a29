import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prepareDataFolder } from '../../src/store/embedded/data-folder.ts';

/** A folder of this machine that nobody can write to, not even root; not every machine has one. */
const readOnly = existsSync('/proc/mounts') ? findReadOnlyFolder() : undefined;

test.runIf(readOnly)('a read-only data folder is not reported as belonging to another user', () => {
  const folder = { data: readOnly!, durable: false } as Parameters<typeof prepareDataFolder>[0];

  expect(() => prepareDataFolder(folder)).toThrow(
    `The data in ${readOnly} cannot be written (EROFS). Set DATA_DIR to a folder`,
  );
});

function findReadOnlyFolder(): string | undefined {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.map((line) => line.split(' ')[1] ?? '').find(isReadOnly);
}

function isReadOnly(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false;
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}
