import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { openPromise, type Entry } from 'yauzl';
import { detectEncoding, encodingOf } from './detect-type.ts';
import { createWords } from './words.ts';

type Words = ReturnType<typeof createWords>;

/** The words of a text, a page, a drawing or an Office document. */
export async function readDocumentText(path: string, type: string): Promise<{ pages: string[] }> {
  const words = createWords();
  if (type.startsWith('application/vnd.')) await readOffice(path, words);
  else {
    const isMarkup = /html|xml/.test(type);
    const reader = isMarkup ? markupReader(words, /xml/.test(type) ? 'xml' : 'html') : words.add;
    await readDecoded(createReadStream(path), reader, words, await detectEncoding(path));
    words.endPage();
  }
  return { pages: words.pages };
}

/** The parts of Office documents that hold their words, in the order in which they are read. */
const parts = [
  /^word\/document\.xml$/,
  /^word\/(header|footer|footnotes|endnotes|comments)\d*\.xml$/,
  /^xl\/sharedStrings\.xml$/,
  /^xl\/(worksheets\/sheet|comments)\d+\.xml$/,
  /^content\.xml$/,
] as const;
const slide = /^ppt\/slides\/slide(\d+)\.xml$/;
/** Of all parts together: what a document unpacks to. */
const MOST_UNPACKED = 300_000_000;
const MOST_ENTRIES = 20_000;

/** Each slide is a page of its own, and all of any other document is one. */
async function readOffice(path: string, words: Words): Promise<void> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    if (zip.entryCount > MOST_ENTRIES) throw new Error('it has too many parts');
    const entries: { entry: Entry; order: number }[] = [];
    for await (const entry of zip.eachEntry()) {
      const number = slide.exec(entry.fileName)?.[1];
      const order = parts.findIndex((pattern) => pattern.test(entry.fileName));
      if (number !== undefined) entries.push({ entry, order: parts.length + Number(number) });
      else if (order !== -1) entries.push({ entry, order });
    }
    let unpacked = 0;
    for (const { entry, order } of entries.toSorted((one, other) => one.order - other.order)) {
      unpacked += entry.uncompressedSize;
      if (unpacked > MOST_UNPACKED) throw new Error('it unpacks to too many bytes');
      const reader = markupReader(words, entry.fileName === 'content.xml' ? 'xml' : 'office');
      await readDecoded(await zip.openReadStreamPromise(entry), reader, words);
      if (order >= parts.length) words.endPage();
      if (words.isFull()) break;
    }
    if (!entries.some(({ order }) => order >= parts.length)) words.endPage();
  } finally {
    zip.close();
  }
}

async function readDecoded(
  stream: Readable,
  write: (text: string) => void,
  words: Words,
  encoding?: string,
): Promise<void> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encoding ?? encodingOf(chunk));
    write(decoder.decode(chunk, { stream: true }));
    if (words.isFull()) break;
  }
  stream.destroy();
}

/** Elements whose text nobody reads. */
const unread = /^(script|style|noscript|template|tracked-changes|rph|binary-data)$/;
/** Elements after which a line ends. */
const lines =
  /^(p|h|h[1-6]|div|li|tr|br|title|section|article|header|footer|blockquote|pre|dt|dd|si|is|text|tspan|desc|table-row|list-item|line-break)$/;
/** Elements that stand for a space, or end a cell. */
const spaces = /^(tab|s|td|th|table-cell)$/;

/**
 * Gives the words between the tags. In Office documents only what is in elements `t` is text. No entity of a document
 * is followed, only those of XML and HTML.
 */
function markupReader(words: Words, kind: 'html' | 'xml' | 'office'): (text: string) => void {
  let inUnread = 0;
  let inText = 0;
  const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
  const parser = new Parser(
    {
      onopentagname(name) {
        const local = localName(name);
        if (unread.test(local)) inUnread++;
        if (local === 't') inText++;
      },
      ontext(text) {
        if (inUnread === 0 && (kind !== 'office' || inText > 0)) words.add(text);
      },
      onclosetag(name) {
        const local = localName(name);
        if (unread.test(local)) inUnread--;
        if (local === 't') inText--;
        if (lines.test(local)) words.add('\n');
        else if (spaces.test(local)) words.add(' ');
      },
    },
    { xmlMode: kind !== 'html', decodeEntities: true },
  );
  return (text) => parser.write(text);
}
