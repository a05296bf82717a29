import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { top } from '../support/source-files.ts';

test('the descriptor of docs/permissions.md has no problem', () => {
  const page = readFileSync(join(top, 'docs/permissions.md'), 'utf8');
  const [, text = ''] = /```jsonc\n(.*?)```/s.exec(page) ?? [];

  const parsed = parseDescriptor(text);

  expect('problems' in parsed ? parsed.problems : []).toEqual([]);
});
