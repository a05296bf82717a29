import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { partTypes } from '../../src/fields/part-types.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { toDeclaration } from '../../src/fields/type/to-field.ts';

const guide = readFileSync(new URL('../../docs/field-types.md', import.meta.url), 'utf8');
const types = Object.entries(fieldTypes) as [string, FieldType][];

describe('docs/field-types.md', () => {
  it('has a section for each type and for nothing else', () => {
    const sections = [...guide.matchAll(/^## `(\w+)`$/gm)].map(([, type]) => type);

    expect(new Set(sections)).toEqual(new Set(Object.keys(fieldTypes)));
    expect(sections).toHaveLength(types.length);
  });

  it.each(types)('names the settings of %s', (type, kind) => {
    expect(namesIn(lineOf(type, 'Settings'))).toEqual(Object.keys(kind.settings.shape));
  });

  it.each(types)('names the operators of %s', (type, kind) => {
    const [operators = ''] = lineOf(type, 'Filters').split(/[;,]/);

    expect(namesIn(operators)).toEqual([...kind.filter.operators]);
  });

  it.each(types)('explains how %s is written in files', (type) => {
    expect(lineOf(type, 'In files')).not.toBe('');
  });

  it.each(types)('shows a valid declaration of %s', (type, kind) => {
    const [, example = ''] = /```json\n(.*?)```/s.exec(sectionOf(type)) ?? [];

    expect(toDeclaration(type, kind).safeParse(JSON.parse(example)).error).toBeUndefined();
  });

  it('names the types a part of an object can have', () => {
    const [, listed = ''] = /type with one value \(([^)]*)\)/.exec(sectionOf('object')) ?? [];

    expect(namesIn(listed)).toEqual(Object.keys(partTypes));
  });
});

function sectionOf(type: string): string {
  const [, section = ''] = guide.split(`\n## \`${type}\`\n`);
  return section.split('\n## ')[0] ?? '';
}

function lineOf(type: string, start: string): string {
  const [, line = ''] = new RegExp(`^- ${start}: (.*)$`, 'm').exec(sectionOf(type)) ?? [];
  return line;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
