import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

test('writes the schema beside the descriptor and the types where they are wanted', async () => {
  await copyFile(join(top, 'resources.json'), join(folder, 'resources.json'));
  const env = { RESOURCES: join(folder, 'resources.json') };

  const result = await runCommand(['schema', '--out', join(folder, 'client')], { env });

  expect(result).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(await readFile(join(folder, 'resources.schema.json'), 'utf8'))).toHaveProperty(
    'properties.resources',
  );
  expect(await readFile(join(folder, 'client/records.ts'), 'utf8')).toContain(
    'export type SourcesRecord = {',
  );
});
