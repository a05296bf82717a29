import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { top } from '../support/source-files.ts';

/** The complete descriptors in the docs: blocks of JSON with `resources` and nothing left out. */
const examples = readdirSync(join(top, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => {
    const text = readFileSync(join(top, 'docs', page), 'utf8');
    const blocks = [...text.matchAll(/```jsonc?\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    return blocks
      .filter((block) => block.includes('"resources"') && !block.includes('…'))
      .map((block) => ({ page, source: parse(block) as Source }))
      .filter(({ source }) => source.resources !== undefined)
      .map((one, at) => ({ ...one, name: `${page}, example ${at + 1}` }));
  });

type Source = { resources: Record<string, object>; roles?: object };

describe.each(examples)('$name', ({ source }) => {
  test('is a descriptor without problems, with which a server works', async () => {
    const { resources, roles = { admin: { all: true } } } = source;
    const { users } = librarySource.resources;
    const all = { users: { ...users, permissions: {} }, ...resources };
    const text = JSON.stringify({ ...source, roles, resources: all });

    const parsed = parseDescriptor(text);

    expect('problems' in parsed ? parsed.problems : []).toEqual([]);
    if (!('descriptor' in parsed)) return;
    const { descriptor } = parsed;
    const api = await openTestApi({ descriptor: () => descriptor });
    for (const name of Object.keys(resources)) {
      const { status } = await api.call('GET', descriptor.resources.get(name)!.root, {
        as: 'admin',
      });
      expect([name, status]).toEqual([name, 200]);
    }
    await api.close();
  });
});

test('the docs have complete examples', () => {
  expect(examples.length).toBeGreaterThan(1);
});
