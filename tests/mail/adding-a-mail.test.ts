import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { compile } from '../support/compile.ts';
import { blocksOf } from '../support/run-page.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const path = 'docs/extending.md';
const page = await readFile(join(top, path), 'utf8');
const project = await openTemporaryFolder();

/** The last block of a file: the mail section prints the action again, with its mail. */
const files = new Map(
  blocksOf(path).flatMap(({ text }): [string, string][] => {
    const [line = '', file] =
      /^\/\/ (src\/(?:mail|installation\/machines)\/\S+\.ts)\n/.exec(text) ?? [];
    return file ? [[file, text.slice(line.length)]] : [];
  }),
);

/** The rows of the table: what is added to which file, and where. */
const edits = [
  ...page.matchAll(/^\| `(src\/[^`]+)`(?:, to `(\w+)`)? \| `([^`]+;|[^`]+,)` \|$/gm),
].map(([, file = '', into = '', line = '']) => ({ file, into, line }));

let api: TestApi;
beforeAll(async () => {
  await cp(join(top, 'src'), join(project, 'src'), { recursive: true });
  await symlink(join(top, 'node_modules'), join(project, 'node_modules'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  for (const [file, text] of files) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), text);
  }
  for (const { file, into, line } of edits) {
    const before = await readFile(join(project, file), 'utf8');
    const head = new RegExp(`export (?:const|type) ${into}\\b.*\\{$`, 'm');
    const after = into ? before.replace(head, `$&\n${line}`) : `${line}\n${before}`;
    if (after === before) throw new Error(`${file} has no place for ${line}`);
    await writeFile(join(project, file), after);
  }
  const declared = join(top, 'tests/installation/examples/resources.json');
  const parsed = parseDescriptor(await readFile(declared, 'utf8'));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const { descriptor } = parsed;
  const { repair } = await import(join(project, 'src/installation/machines/repair.ts'));
  api = await openTestApi({ descriptor: () => descriptor, actions: [repair] });
}, 60_000);
afterAll(() => api.close());

describe('the mail of docs/extending.md', () => {
  test('compiles with its three lines', { timeout: 240_000 }, async () => {
    expect(edits).toHaveLength(3);
    expect(await compile(project, ['src/mail', 'src/installation/machines/repair.ts'])).toBe('');
  });

  test('is queued by the action, and is written in the language of its reader', async () => {
    const body = { name: 'Press', status: 'broken' };
    const press = await api.call('POST', '/api/machines', { as: 'staff', body });
    await api.call('POST', `/api/machines/${press.json._id}/repair`, {
      as: 'staff',
      body: { note: 'New seal' },
      headers: { 'If-Match': '*' },
    });

    const outbox = await api.call('GET', '/api/admin/outbox', { as: 'admin' });
    const { mails } = await import(join(project, 'src/mail/mails/mails.ts'));
    const words = mails.machineRepaired.de(
      { machine: 'Press', note: 'New seal' },
      { title: 'Machines', token: '', hours: 0 },
    );

    expect(outbox.json.data).toMatchObject([{ kind: 'machineRepaired' }]);
    expect(words).toMatchObject({
      subject: 'Machines: Press ist repariert',
      facts: [['Notiz', 'New seal']],
    });
  });
});
