import { strToU8, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet with these rows, in XML, for what no program would write. */
export function packSheet(rows: string, texts?: string): Uint8Array {
  return zipSync(
    {
      ...Object.fromEntries(
        Object.entries(bookParts).map(([path, xml]) => [path, strToU8(XML + xml)]),
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `${XML}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ),
      ...(texts === undefined ? {} : { 'xl/sharedStrings.xml': strToU8(XML + texts) }),
    },
    { level: 6 },
  );
}

/** All parts but the sheet and its texts. */
export const bookParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
};
