import { deflateSync } from 'node:zlib';

type PdfOptions = {
  /** The whole dictionary of the trailer besides `/Size` and `/Root`. */
  trailer?: string;
  /** Of the content of each page, packed; by default, its text. */
  content?: (text: string) => Buffer;
  /** Further objects, from number 4. */
  objects?: readonly string[];
  resources?: string;
};

/** A PDF of A4 pages, each with one line of text in Helvetica. */
export function makePdf(texts: readonly string[], options: PdfOptions = {}): Buffer {
  const { trailer = '', objects = [], content = toContent } = options;
  const first = 4 + objects.length;
  const kids = texts.map((_, index) => `${first + index * 2} 0 R`);
  const resources = options.resources ?? '/Font << /F 3 0 R >>';
  const parts: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${texts.length} /Kids [${kids.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
    ...texts.flatMap((text, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${first + index * 2 + 1} 0 R >>`,
      toStream(deflateSync(content(text)), '/Filter /FlateDecode'),
    ]),
  ];
  let size = 0;
  const written: Buffer[] = [];
  const write = (part: string | Buffer): void => {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1');
    written.push(bytes);
    size += bytes.length;
  };
  const offsets: number[] = [];
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  for (const [index, part] of parts.entries()) {
    offsets.push(size);
    write(`${index + 1} 0 obj\n`);
    write(part);
    write('\nendobj\n');
  }
  const start = size;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  write(`xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${lines}`);
  write(`trailer\n<< /Size ${parts.length + 1} /Root 1 0 R ${trailer} >>\n`);
  write(`startxref\n${start}\n%%EOF\n`);
  return Buffer.concat(written);
}

/** Asks for a password: the keys fit no empty one. */
export function makeLockedPdf(): Buffer {
  const key = `<${'5a'.repeat(32)}>`;
  return makePdf(['secret'], {
    trailer: `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O ${key} /U ${key} >> /ID [${key} ${key}]`,
  });
}

export function toStream(bytes: Buffer, dictionary = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

function toContent(text: string): Buffer {
  return Buffer.from(`BT /F 24 Tf 72 720 Td (${text}) Tj ET`, 'latin1');
}
