import { copyFile, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { propertiesOf } from '../support/resolve-part.ts';
import { runCommand } from '../support/run-command.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

const env = { RESOURCES: join(folder, 'resources.json') };
beforeAll(() => copyFile(join(top, 'resources.json'), env.RESOURCES));

test('the command writes the schema beside the descriptor, and files for clients on request', async () => {
  const result = await runCommand(['schema', '--out', join(folder, 'client')], { env });

  expect(result).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(await readFile(join(folder, 'resources.schema.json'), 'utf8'))).toHaveProperty(
    'properties.resources',
  );
  expect(await readFile(join(folder, 'client/records.ts'), 'utf8')).toContain(
    'export type SourcesRecord = {',
  );
  const document = await readDocument('client');
  const { openapi, paths, components } = document;
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/sources', '/api/users/login']));
  const { sources, sourcesPatch } = components.schemas;
  expect(propertiesOf(document, sources)).toMatchObject({ extractionCount: { readOnly: true } });
  expect(propertiesOf(document, sourcesPatch)).not.toHaveProperty('extractionCount');
});

test('the command writes the API as one role sees it', async () => {
  const args = ['schema', '--out', join(folder, 'viewer'), '--role', 'viewer'];
  const result = await runCommand(args, { env });
  const others = await mkdtemp(join(folder, 'others-'));
  const elsewhere = { RESOURCES: join(others, 'resources.json') };
  await copyFile(env.RESOURCES, elsewhere.RESOURCES);
  const wrong = ['schema', '--out', others, '--role', 'vewer'];
  const unknown = await runCommand(wrong, { env: elsewhere });

  expect(result).toMatchObject({ code: 0, err: '' });
  const { paths } = await readDocument('viewer');
  expect(Object.keys(paths['/api/chems'])).toEqual(['get']);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('the roles are admin') });
  expect(await readdir(others)).toEqual(['resources.json']);
});

test('the command describes an installation of nine collections in at most 545 kB', async () => {
  expect(await runCommand(['schema', '--out', join(folder, 'size')], { env })).toMatchObject({
    code: 0,
  });

  const served = JSON.stringify(await readDocument('size'));
  expect(Buffer.byteLength(served)).toBeLessThanOrEqual(545_000);
});

async function readDocument(name: string): Promise<any> {
  return JSON.parse(await readFile(join(folder, name, 'openapi.json'), 'utf8'));
}
