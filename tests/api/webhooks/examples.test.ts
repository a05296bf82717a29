import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWebhookSecret, signatureHeaders } from '../../../src/api/webhooks/signature.ts';
import { top } from '../../support/source-files.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const page = readFileSync(join(top, 'docs/webhooks.md'), 'utf8');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const body = JSON.stringify({ type: 'books.updated', data: { title: 'Größe' } });
const at = Math.floor(Date.now() / 1_000);
const [former, next] = [createWebhookSecret(), createWebhookSecret()];
const sign = (time: number) => signatureHeaders({ id: 'm1', body, at: time }, [next, former]);
/** Right with either secret; wrong with another, of another body, and too old. */
const cases = [
  { secret: former, headers: sign(at), body },
  { secret: next, headers: sign(at), body },
  { secret: createWebhookSecret(), headers: sign(at), body },
  { secret: next, headers: sign(at), body: `${body} ` },
  { secret: next, headers: sign(at - 400), body },
];
const verdicts = [true, true, false, false, false];

test('the TypeScript of docs/webhooks.md accepts what we sign, and nothing else', async () => {
  const file = join(folder, 'verify.ts');
  await writeFile(file, /```ts\n(.*?)```/s.exec(page)![1]!);
  const { verify } = await import(file);

  expect(cases.map((each) => verify(each.secret, each.headers, each.body))).toEqual(verdicts);
});

test.skipIf(!hasPython)(
  'the Python of docs/webhooks.md accepts what we sign, and nothing else (needs python3)',
  async () => {
    const file = join(folder, 'verify.py');
    const ask = `
import json, sys
for case in json.load(sys.stdin):
    print(verify(case["secret"], case["headers"], case["body"].encode()))
`;
    await writeFile(file, /```python\n(.*?)```/s.exec(page)![1]! + ask);
    const said = execFileSync('python3', [file], { input: JSON.stringify(cases) });

    expect(said.toString().trim().split('\n')).toEqual('True True False False False'.split(' '));
  },
);
