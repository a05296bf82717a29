/** The part of a workbook with the formats of its cells. */
export const STYLES = 'xl/styles.xml';

/** Their own numbers begin far above those of the formats that a template has. */
const FIRST_FORMAT = 1_000;

/** Adds number formats to the styles of a workbook (ECMA-376, 18.8), as its cells need them. */
export function createCellFormats(styles: Uint8Array) {
  const xml = new TextDecoder().decode(styles);
  const own = /<cellXfs\b[^]*?<\/cellXfs>/.exec(xml)?.[0] ?? '';
  const first = own.split('<xf ').length - 1;
  const indexes = new Map<string, number>();
  return {
    /** The style attribute of a cell in this format. */
    styleOf(format: string): string {
      const at = indexes.get(format) ?? indexes.size;
      indexes.set(format, at);
      return ` s="${first + at}"`;
    },
    /** The styles with the formats of all cells so far. */
    end(): Uint8Array {
      const formats = [...indexes].map(
        ([code, at]) =>
          `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escapeCode(code)}"/>`,
      );
      const cells = formats.map(
        (_, at) =>
          `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="true"/>`,
      );
      if (formats.length === 0) return styles;
      // The counts are optional, so those of the template are dropped.
      const withFormats = xml.includes('</numFmts>')
        ? xml.replace('</numFmts>', () => `${formats.join('')}</numFmts>`)
        : xml.replace('<fonts', () => `<numFmts>${formats.join('')}</numFmts><fonts`);
      return new TextEncoder().encode(
        withFormats
          .replace('</cellXfs>', () => `${cells.join('')}</cellXfs>`)
          .replace(/<(numFmts|cellXfs) count="\d+"/g, '<$1'),
      );
    },
  };
}

function escapeCode(code: string): string {
  return code
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
