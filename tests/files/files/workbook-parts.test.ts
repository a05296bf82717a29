import { expect, it } from 'vitest';
import {
  readRelations,
  ROOT_RELATIONS,
  sheetsIn,
} from '../../../src/files/formats/workbook-parts.ts';

it.each([
  ['the book where every reader looks for it', '/officeDocument" Target="xl/workbook.xml', true],
  ['another book', '/officeDocument" Target="xl/other.xml', false],
  ['no target', '/officeDocument', false],
  ['something no reader asks for', '/thumbnail', true],
])('relations that name %s are checked', (_, type, isRead) => {
  const rels = `<Relationships><Relationship Id="r1" Type="http://x${type}"/></Relationships>`;

  expect(readRelations(ROOT_RELATIONS, rels) !== undefined).toBe(isRead);
});

it.each([
  ['Q&amp;A &lt;1&gt;', 'Q&A <1>'],
  ['&#196;rger &#xdf;&#x1F9EA;', 'Ärger ß🧪'],
  ['&#x110000; &other;', '&#x110000; &other;'],
])('a sheet that is written %s is named %s', (written, name) => {
  expect(sheetsIn(`<workbook><sheets><sheet name="${written}"/></sheets></workbook>`)).toEqual([
    name,
  ]);
});

it('only the parts that a workbook names as sheets are sheets', () => {
  const parts = ['worksheet" Target="worksheets/sheet1.xml', 'styles" Target="styles.xml'];
  const rels = parts.map((type) => `<Relationship Type="http://x/${type}"/>`).join('');

  expect(
    readRelations('xl/_rels/workbook.xml.rels', `<Relationships>${rels}</Relationships>`),
  ).toEqual({ sheets: ['sheet1.xml'] });
});
