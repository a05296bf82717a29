import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no text breaks between its last word and the ellipsis', () => {
  const breaking = globSync('src/{admin/messages,installation}/**/*.ts').filter((file) =>
    / …/.test(readFileSync(file, 'utf8')),
  );

  expect(breaking).toEqual([]);
});
