type PdfParts = {
  /** The lines of each page. */
  pages: readonly (readonly string[])[];
  /** Links on the first page, below each other: to a page, counted from 1, or to an address. */
  links?: readonly (number | string)[];
  /** The size of a page in points, if it is not A4. */
  sizeOf?: (page: number) => readonly [width: number, height: number];
};

/** A PDF (ISO 32000-1) with text in Helvetica, whose font is not in the file. */
export function makeLinkedPdf({ pages, links = [], sizeOf = () => [595, 842] }: PdfParts): Buffer {
  const objects: string[] = [];
  const add = (text: string): number => objects.push(text);
  const firstPage = 4;
  const kids = pages.map((_, at) => `${firstPage + 2 * at} 0 R`);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  pages.forEach((lines, at) => {
    const [width, height] = sizeOf(at + 1);
    const annotations =
      at === 0 ? links.map((link, row) => toAnnotation(link, row, height, kids)) : [];
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${firstPage + 2 * at + 1} 0 R ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Annots [${annotations.join(' ')}] >>`,
    );
    const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
    const content = `BT /F1 12 Tf 16 TL 72 ${height - 72} Td\n${text}\nET`;
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  });
  return toFile(objects);
}

/** In the margin, where no text is. */
function toAnnotation(
  link: number | string,
  row: number,
  height: number,
  kids: readonly string[],
): string {
  const bottom = height - 60 + 20 * row;
  const target =
    typeof link === 'number'
      ? `/Dest [${kids[link - 1]} /XYZ 0 ${height} null]`
      : `/A << /S /URI /URI (${link}) >>`;
  return `<< /Type /Annot /Subtype /Link /Rect [72 ${bottom} 200 ${bottom + 16}] ${target} >>`;
}

function toFile(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}
