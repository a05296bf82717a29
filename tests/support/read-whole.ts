import type { FileLayout } from '../../src/files/formats/file-layout.ts';
import { createFileScan } from '../../src/files/formats/file-scan.ts';
import { readFileHeader, readFileRows } from '../../src/files/formats/read-file.ts';

export type Bytes = string | Uint8Array;

export const utf8 = (text: string) => new TextEncoder().encode(text);
export const bom = (text: string) => utf8(`\u{FEFF}${text}`);
export const utf16 = (text: string, { littleEndian = true, mark = true } = {}) => {
  const units = mark ? `\u{FEFF}${text}` : text;
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (let at = 0; at < units.length; at++)
    view.setUint16(at * 2, units.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
};
export const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
export const joined = (...parts: Uint8Array[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** What becomes of a file: its records, with the code of a problem in the place of a row; or the codes that refuse it. */
export async function readWhole(
  name: string,
  content: Bytes,
  said: Partial<FileLayout> = {},
): Promise<unknown> {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  const scan = createFileScan(name);
  for (let at = 0; at < bytes.length; at += 1_000) scan.push(bytes.subarray(at, at + 1_000));
  const scanned = scan.end();
  if ('problem' in scanned) return scanned.problem.code;
  const layout = { ...scanned.layout, ...said };
  const open = async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7);
  };
  const header = await readFileHeader(open, layout);
  if (header && 'problems' in header) return header.problems.map(({ code }) => code).join(' ');
  const rows: unknown[] = [];
  for await (const some of readFileRows(open, layout)) {
    rows.push(
      ...some.map((row) => ('problem' in row ? row.problem.code : { ...(row.value as object) })),
    );
  }
  return rows;
}
