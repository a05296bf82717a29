import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseEnvironment, type Environment } from '../../src/hosts/environment.ts';
import { Refusal } from '../../src/hosts/refusal.ts';
import { openSecret } from '../../src/hosts/read/secret.ts';

describe('the secret', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backoffice-secret-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is created at the first start, readable only by its owner, and kept', async () => {
    const environment = environmentOf({ DATA_DIR: join(folder, 'data') });

    const first = await openSecret(environment);
    const second = await openSecret(environment);

    const file = await stat(join(folder, 'data', 'secret'));
    expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32);
    expect(second).toBe(first);
    expect(file.mode & 0o777).toBe(0o600);
  });

  test('is one and the same for two processes that start at once', async () => {
    const environment = environmentOf({ DATA_DIR: folder });

    const secrets = await Promise.all(Array.from({ length: 8 }, () => openSecret(environment)));

    expect(new Set(secrets).size).toBe(1);
  });

  test('comes from the environment if set, and no file is written', async () => {
    const secret = await openSecret(environmentOf({ DATA_DIR: folder, SECRET: 's'.repeat(40) }));

    expect(secret).toBe('s'.repeat(40));
    await expect(readFile(join(folder, 'secret'))).rejects.toThrow('ENOENT');
  });

  test('is refused when its file is too short', async () => {
    await writeFile(join(folder, 'secret'), 'short\n');

    const opening = openSecret(environmentOf({ DATA_DIR: folder }));

    await expect(opening).rejects.toThrow('32 bytes');
    // The hosts print a refusal without its stack.
    await expect(opening).rejects.toBeInstanceOf(Refusal);
  });

  test('is accepted with a warning if others can read its file', async () => {
    const environment = environmentOf({ DATA_DIR: folder });
    const warnings: string[] = [];
    await openSecret(environment, (message) => warnings.push(message));
    await chmod(join(folder, 'secret'), 0o644);
    const before = [...warnings];

    await openSecret(environment, (message) => warnings.push(message));

    expect(before).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('chmod 600')]);
  });
});

function environmentOf(source: Record<string, string>): Environment {
  const outcome = parseEnvironment(source);
  if ('problems' in outcome) throw new Error('the environment is wrong');
  return outcome.environment;
}
