import { expect, it } from 'vitest';
import { readRelations, ROOT_RELATIONS } from '../../../src/files/formats/workbook-parts.ts';

it.each([
  ['the book where every reader looks for it', '/officeDocument" Target="xl/workbook.xml', true],
  ['another book', '/officeDocument" Target="xl/other.xml', false],
  ['no target', '/officeDocument', false],
  ['something no reader asks for', '/thumbnail', true],
])('relations that name %s are checked', (_, type, isRead) => {
  const rels = `<Relationships><Relationship Id="r1" Type="http://x${type}"/></Relationships>`;

  expect(readRelations(ROOT_RELATIONS, rels) !== undefined).toBe(isRead);
});
