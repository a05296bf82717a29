import { problem, type Problem } from '../../fields/problems/problem.ts';

type Words = { en: string; de: string };

/** The unsupported kinds of files that are no spreadsheets, with their names in each language. */
const kinds = {
  office: { en: 'an old Office file', de: 'eine alte Office-Datei' },
  gzip: { en: 'a gzip file', de: 'eine gzip-Datei' },
  pdf: { en: 'a PDF', de: 'ein PDF' },
  zstd: { en: 'a zstd file', de: 'eine zstd-Datei' },
  sevenZip: { en: 'a 7z archive', de: 'ein 7z-Archiv' },
  picture: { en: 'a picture', de: 'ein Bild' },
  openDocument: { en: 'an OpenDocument file', de: 'eine OpenDocument-Datei' },
  zip: { en: 'a ZIP archive', de: 'ein ZIP-Archiv' },
} as const satisfies Record<string, Words>;

type Sheet = { found: Words; program: Words; menu: Words };

const excel = { en: 'Excel', de: 'Excel' };
const inExcel = {
  program: excel,
  menu: {
    en: 'File → Save As → Excel Workbook (*.xlsx)',
    de: 'Datei → Speichern unter → Excel-Arbeitsmappe (*.xlsx)',
  },
};

/** The spreadsheets that an import does not read, and how their program saves them as XLSX. */
const sheets = {
  xls: {
    ...inExcel,
    found: {
      en: 'an Excel file in the old format (.xls)',
      de: 'eine Excel-Datei im alten Format (.xls)',
    },
  },
  xlsb: {
    ...inExcel,
    found: { en: 'a binary Excel file (.xlsb)', de: 'eine binäre Excel-Datei (.xlsb)' },
  },
  xmlSheet: {
    ...inExcel,
    found: {
      en: 'an Excel file in the XML format of 2003',
      de: 'eine Excel-Datei im XML-Format von 2003',
    },
  },
  webPage: { ...inExcel, found: { en: 'a web page', de: 'eine Webseite' } },
  ods: {
    found: { en: 'an OpenDocument spreadsheet (.ods)', de: 'eine OpenDocument-Tabelle (.ods)' },
    program: { en: 'LibreOffice or Excel', de: 'LibreOffice oder Excel' },
    menu: {
      en: 'File → Save As → Excel 2007–365 (.xlsx)',
      de: 'Datei → Speichern unter → Excel 2007–365 (.xlsx)',
    },
  },
  numbers: {
    found: { en: 'a Numbers file', de: 'eine Numbers-Datei' },
    program: { en: 'Numbers', de: 'Numbers' },
    menu: { en: 'File → Export To → Excel', de: 'Ablage → Exportieren → Excel' },
  },
} as const satisfies Record<string, Sheet>;

/** The problem of a file that is neither a table nor JSON. */
export function wrongKind(kind: keyof typeof kinds | keyof typeof sheets | 'locked'): Problem {
  if (kind === 'locked') return problem('I081', '');
  if (!(kind in sheets)) {
    const { en, de } = kinds[kind as keyof typeof kinds];
    return problem('I024', '', { found: en, found_de: de });
  }
  const { found: label, program, menu } = sheets[kind as keyof typeof sheets];
  return problem('I080', '', {
    found: label.en,
    found_de: label.de,
    program: program.en,
    program_de: program.de,
    menu: menu.en,
    menu_de: menu.de,
  });
}

const signatures: readonly { bytes: readonly number[]; kind: keyof typeof kinds | 'xls' }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'zip' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], kind: 'office' },
  // Excel 2 to 4 wrote its records without a container (MS-XLS, BOF).
  { bytes: [0x09, 0x00, 0x04, 0x00], kind: 'xls' },
  { bytes: [0x09, 0x02, 0x06, 0x00], kind: 'xls' },
  { bytes: [0x09, 0x04, 0x06, 0x00], kind: 'xls' },
  { bytes: [0x1f, 0x8b], kind: 'gzip' },
  { bytes: [0x25, 0x50, 0x44, 0x46], kind: 'pdf' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], kind: 'zstd' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], kind: 'sevenZip' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], kind: 'picture' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'picture' },
];

/** The kind that the first bytes of a file prove; `zip` can be a workbook. Undefined for a text. */
export function findSignature(head: Uint8Array) {
  const signature = signatures.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (signature) return signature.kind;
  const start = new TextDecoder().decode(head.subarray(0, 512)).trimStart().toLowerCase();
  if (/^<(!doctype html|html|table)[\s>]/.test(start)) return 'webPage';
  return start.startsWith('<?xml') && start.includes('excel.sheet') ? 'xmlSheet' : undefined;
}

/** The kind of a ZIP by its first bytes: an OpenDocument begins with its media type. */
export function findPacked(head: Uint8Array): 'ods' | 'openDocument' | undefined {
  const start = new TextDecoder('latin1').decode(head.subarray(0, 200));
  if (!start.includes('opendocument')) return undefined;
  return start.includes('opendocument.spreadsheet') ? 'ods' : 'openDocument';
}

/** The kind of a ZIP without the parts of an XLSX, by the names of its parts. */
export function kindOfParts(names: readonly string[]): 'xlsb' | 'ods' | 'numbers' | 'zip' {
  if (names.includes('xl/workbook.bin')) return 'xlsb';
  if (names.includes('content.xml') && names.includes('META-INF/manifest.xml')) return 'ods';
  if (names.some((name) => /^Index(\.zip|\/.*\.iwa)$/.test(name))) return 'numbers';
  return 'zip';
}

/**
 * Finds what an OLE container has while it passes: an old workbook, or a workbook that Excel encrypted. Its
 * directory can be anywhere in the file, so the names of its streams are searched in all of it (MS-CFB, 2.6.1).
 */
export function createOleScan() {
  let rest: Buffer = Buffer.alloc(0);
  let kind: 'office' | 'xls' | 'locked' = 'office';
  return {
    push(chunk: Uint8Array): void {
      if (kind === 'locked') return;
      const bytes = Buffer.concat([rest, chunk]);
      if (bytes.includes(ENCRYPTED)) kind = 'locked';
      else if (workbooks.some((name) => bytes.includes(name))) kind = 'xls';
      rest = Buffer.from(bytes.subarray(-ENCRYPTED.length));
    },
    found: () => kind,
  };
}

/** The name of a stream ends with a zero. */
const ENCRYPTED = Buffer.from('EncryptedPackage\0', 'utf16le');
const workbooks = ['Workbook\0', 'Book\0'].map((name) => Buffer.from(name, 'utf16le'));
