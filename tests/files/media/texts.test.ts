import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { makeLockedPdf, makePdf, toStream } from '../../support/make-pdf.ts';
import { openTestMedia } from '../../support/open-test-media.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const { media } = openTestMedia();
let files = 0;

const PDF = 'application/pdf';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

async function save(content: Uint8Array | string): Promise<string> {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return path;
}

async function textOf(content: Uint8Array | string, type: string) {
  return await media.text(await save(content), type);
}

test.each([
  ['text/csv', Buffer.from('Gr\xf6\xdfe;St\xfcck', 'latin1'), 'Größe;Stück'],
  ['text/plain', Buffer.from('\uFEFFGröße', 'utf16le'), 'Größe'],
  ['text/html', Buffer.from('<p>Gr\xf6\xdfe</p>', 'latin1'), 'Größe'],
])('the words of %s are read in the encoding of its bytes', async (type, content, words) => {
  expect(await textOf(content, type)).toEqual({ pages: [words] });
});

describe('a PDF', () => {
  test('has its words page by page', async () => {
    const path = await save(makePdf(['Hello W\xf6rld', 'second page']));

    expect(await media.text(path, PDF)).toEqual({ pages: ['Hello Wörld', 'second page'] });
  });

  test('is not read when it is uploaded', async () => {
    expect(await media.inspect(await save(makePdf(['one', 'two'])), PDF)).toEqual({});
  });

  test('has a picture of its first page', async () => {
    const path = await save(makePdf(['first page']));
    const { default: sharp } = await import('sharp');

    expect(await media.picture(path, PDF, `${path}.webp`, 'large')).toBe(true);

    const { dominant, channels } = await sharp(`${path}.webp`).stats();
    expect(await sharp(`${path}.webp`).metadata()).toMatchObject({
      format: 'webp',
      width: 1130,
      height: 1600,
    });
    // White paper with black letters.
    expect(dominant.r).toBeGreaterThan(240);
    expect(channels[0]!.min).toBeLessThan(50);
  });

  test('has the text of its first 2,000 pages', async () => {
    const path = await save(makePdf(Array.from({ length: 3_000 }, (_, at) => `page ${at + 1}`)));

    const found = (await media.text(path, PDF)) as { pages: string[] };
    expect(found.pages).toHaveLength(2_000);
    expect(found.pages.at(-1)).toBe('page 2000');
  });

  test.each([
    ['is locked by a password', makeLockedPdf()],
    ['is cut off', makePdf(['a', 'b']).subarray(0, 300)],
    ['has only its first line', Buffer.from('%PDF-1.7\n')],
    ['has itself among its pages', toLoop(makePdf(['a']))],
  ])('that %s is only reported as broken', async (_, content) => {
    const path = await save(content);

    expect(await media.text(path, PDF)).toEqual({ failed: 'broken' });
    expect(await media.picture(path, PDF, `${path}.webp`, 'small')).toEqual({ failed: 'broken' });
  });

  test('that draws itself recursively is drawn once', async () => {
    const form = toStream(
      Buffer.from('/X Do /X Do'),
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>',
    );
    const path = await save(
      makePdf(['x'], {
        objects: [form.toString('latin1')],
        resources: '/XObject << /X 4 0 R >>',
        content: () => Buffer.from('/X Do'),
      }),
    );

    expect(await media.text(path, PDF)).toEqual({ pages: [''] });
    expect(await media.picture(path, PDF, `${path}.webp`, 'small')).toBe(true);
  });
});

describe('a text', () => {
  test.each([
    ['text/plain', 'u\u0308ber \0\x07 a\tb\r\nc', 'über a b\nc'],
    ['text/csv', 'name,amount\nBPA,12', 'name,amount\nBPA,12'],
    ['text/markdown', '# Title\n\n\n\nwords', '# Title\n\nwords'],
    ['application/json', '{"name": "BPA"}', '{"name": "BPA"}'],
    [
      'text/html',
      '<title>Title</title><style>p{}</style><script>x()</script><p>caf&eacute; &amp; <b>bo</b>ld</p><td>1</td><td>2',
      'Title\ncafé & bold\n1 2',
    ],
    ['image/svg+xml', '<svg><text>in a drawing</text><script>x()</script></svg>', 'in a drawing'],
    [
      'application/xml',
      '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;">]><a>&y; words</a>',
      // The rest of the declaration does no harm.
      ']>&y; words',
    ],
  ])('of type %s has words: %j', async (type, content, words) => {
    expect(await textOf(content, type)).toEqual({ pages: [words] });
  });

  test('in UTF-16 is read by its byte order mark', async () => {
    const bytes = Buffer.from('\uFEFFWörter', 'utf16le');

    expect(await textOf(bytes, 'text/plain')).toEqual({ pages: ['Wörter'] });
    expect(await textOf(bytes.swap16(), 'text/plain')).toEqual({ pages: ['Wörter'] });
  });

  test('has its first 5 MB, without half a character', async () => {
    const { pages } = (await textOf(`a${'ö'.repeat(3_000_000)}`, 'text/plain')) as {
      pages: string[];
    };

    expect(pages[0]).toBe(`a${'ö'.repeat(2_499_999)}`);
  });

  test.each([
    'image/png',
    'application/zip',
    'application/octet-stream',
    'application/x-msdownload',
  ])('is not extracted from %s', async (type) => {
    expect(await media.text('no such file', type)).toEqual({ pages: [] });
  });
});

describe('an Office document', () => {
  test('of Word has its words, notes and headers, without what was deleted', async () => {
    const document = zip({
      'word/document.xml':
        '<w:document><w:p><w:t>One</w:t><w:tab/><w:t xml:space="preserve">and </w:t><w:t>two</w:t></w:p><w:p><w:delText>gone</w:delText><w:instrText>PAGE</w:instrText><w:t>A &amp; B</w:t></w:p></w:document>',
      'word/header1.xml': '<w:hdr><w:p><w:t>header</w:t></w:p></w:hdr>',
      'word/footnotes.xml': '<w:footnotes><w:p><w:t>note</w:t></w:p></w:footnotes>',
      'word/styles.xml': '<w:styles><w:t>style</w:t></w:styles>',
    });

    expect(await textOf(document, `${OFFICE}.wordprocessingml.document`)).toEqual({
      pages: ['One and two\nA & B\nheader\nnote'],
    });
  });

  test('of Excel has the texts of its cells', async () => {
    const workbook = zip({
      'xl/sharedStrings.xml':
        '<sst><si><t>name</t><rPh><t>reading</t></rPh></si><si><r><t>rich </t></r><r><t>text</t></r></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><c t="s"><v>0</v></c><c t="inlineStr"><is><t>inline</t></is></c></worksheet>',
    });

    expect(await textOf(workbook, `${OFFICE}.spreadsheetml.sheet`)).toEqual({
      pages: ['name\nrich text\ninline'],
    });
  });

  test('of PowerPoint has a page for each slide, in their order', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:t>${text}</a:t></a:p></p:sld>`;
    const slides = zip({
      'ppt/slides/slide10.xml': slide('ten'),
      'ppt/slides/slide2.xml': slide('two'),
      'ppt/slides/slide1.xml': slide('one'),
      'ppt/slideLayouts/slideLayout1.xml': slide('layout'),
    });

    expect(await textOf(slides, `${OFFICE}.presentationml.presentation`)).toEqual({
      pages: ['one', 'two', 'ten'],
    });
  });

  test('of LibreOffice has its words', async () => {
    const document = zip({
      'content.xml':
        '<office:document-content><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h>Title</text:h><text:p>a<text:s/>b<text:tab/>c<text:line-break/>d</text:p></office:document-content>',
    });

    expect(await textOf(document, 'application/vnd.oasis.opendocument.text')).toEqual({
      pages: ['Title\na b c\nd'],
    });
  });

  test.each([
    ['is no archive', Buffer.from('PK\x03\x04 and nothing')],
    [
      'has too many parts',
      zip(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`${at}`, '']))),
    ],
    ['unpacks to 400 MB', zip({ 'word/document.xml': Buffer.alloc(400_000_000, ' ') })],
  ])('that %s is only reported as broken', async (_, content) => {
    expect(await textOf(content, `${OFFICE}.wordprocessingml.document`)).toEqual({
      failed: 'broken',
    });
  });
});

function zip(parts: Record<string, string | Uint8Array>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        typeof part === 'string' ? strToU8(part) : part,
      ]),
    ),
    { level: 1 },
  );
}

function toLoop(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replace('/Kids [4 0 R]', '/Kids [2 0 R]'), 'latin1');
}
