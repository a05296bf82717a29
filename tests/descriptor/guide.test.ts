import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { top } from '../support/source-files.ts';

const guide = readFileSync(`${top}/docs/descriptor.md`, 'utf8');
const declarations = readFileSync(`${top}/resources.json`, 'utf8');

describe('docs/descriptor.md', () => {
  test('adds a collection that passes the check', () => {
    const example = /```jsonc\n("suppliers"[\s\S]*?)```/.exec(guide)?.[1] ?? '';

    const parsed = parseDescriptor(
      declarations.replace('"resources": {', `"resources": {${example}`),
    );

    expect(parsed).toHaveProperty('descriptor');
    expect('descriptor' in parsed && parsed.descriptor.resources.has('suppliers')).toBe(true);
  });
});
