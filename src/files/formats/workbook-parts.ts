import { readXml } from 'hucre/xml';

/** The parts that a reader of a workbook opens first. They name the others it reads. */
export const BOOK_PATH = 'xl/workbook.xml';
export const WORKBOOK_RELATIONS = 'xl/_rels/workbook.xml.rels';
export const ROOT_RELATIONS = '_rels/.rels';

/**
 * Returns the sheets among the parts that will be read because a relation names them; only sheets
 * may be large. Undefined if a part is unusual, so that nothing is read that was not scanned.
 */
export function readRelations(path: string, rels: string): { sheets: string[] } | undefined {
  const { data } = readXml(rels, { rowTag: 'Relationship', stripNamespaces: true, flatten: false });
  const sheets: string[] = [];
  for (const relation of data) {
    const kind = /\/(officeDocument|worksheet|sharedStrings|styles)$/.exec(text(relation['@Type']));
    const target = text(relation['@Target']);
    if (!kind) continue;
    if (path === ROOT_RELATIONS) {
      if (kind[1] === 'officeDocument' && target.replace(/^\//, '') !== BOOK_PATH) return undefined;
    } else if (!isScanned(target)) return undefined;
    else if (kind[1] === 'worksheet') sheets.push(target.slice(target.lastIndexOf('/') + 1));
  }
  return { sheets };
}

/** Whether a part is scanned. Parts that other programs keep are not read, and may have any form. */
export function isScanned(path: string): boolean {
  return /\.(xml|rels)$/i.test(path) && !/customXml/i.test(path);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The names of the sheets, visible ones first. */
export function sheetsIn(workbook: string): string[] {
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(([tag]) => ({
    name: valueOf(tag, 'name'),
    isHidden: /\bstate="(hidden|veryHidden)"/.test(tag),
  }));
  const names = (isHidden: boolean) =>
    sheets.filter((sheet) => sheet.isHidden === isHidden).map((sheet) => sheet.name);
  return [...names(false), ...names(true)];
}

function valueOf(tag: string, attribute: string): string {
  const quoted = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return unescapeXml(quoted?.[1] ?? quoted?.[2] ?? '');
}

function unescapeXml(escaped: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return escaped.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole: string, hex?: string, decimal?: string, name = '') => {
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      if (name !== '') return named[String(name)] ?? whole;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
