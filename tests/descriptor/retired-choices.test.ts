import { expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { right } from './broken-descriptors.ts';

const declared = '"choices": ["new", { "value": "old", "label": { "en": "Old", "de": "Alt" } }]';
const retired = '{ "value": "new", "retired": true }';

test.each([
  ['a retired default', `"default": "new", "choices": [${retired}, "old"]`, 'D065', 'default'],
  ['a field without a choice left', `"choices": [${retired}]`, 'D007', 'choices'],
])('%s is refused at its place', (_, to, code, setting) => {
  expect(parseDescriptor(right.replace(declared, to))).toMatchObject({
    problems: [{ code, line: 17, path: `resources.books.fields.state.${setting}` }],
  });
});
