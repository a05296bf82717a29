import { z } from 'zod';
import type { WriteSheet } from 'hucre/xlsx';
import { systemFields, type App, type Resource } from '../../descriptor/descriptor.ts';
import { toLetter } from './column-names.ts';
import type { TableColumn } from './table-column.ts';

export type XlsxTemplate = {
  /** The complete parts of the workbook, by path. */
  parts: ReadonlyMap<string, Uint8Array>;
  /** The worksheet of the records: the XML before and after their rows. */
  before: string;
  after: string;
  /** The style attribute of each column's cells. */
  styles: readonly string[];
  /** The style attribute of a cell with a time, in a column that holds something else. */
  timeStyle: string;
  /** In which the times in cells are. */
  timeZone: string;
};

const SHEET_PATH = 'xl/worksheets/sheet1.xml';
const CHOICES_PATH = 'xl/worksheets/sheet3.xml';
const LAST_ROW = 1_048_576;

/**
 * Creates a workbook without records: the column names stay visible, the columns that identify
 * records are hidden but present, choices can be picked, and a second sheet explains the columns. The
 * records are streamed into it afterwards, because no library supports both streams and pick lists.
 */
export async function createWorkbookTemplate(
  { languages, timeZone }: App,
  resource: Resource,
  columns: readonly TableColumn[],
): Promise<XlsxTemplate> {
  // These libraries are only loaded for a workbook, so that a server starts sooner.
  const [{ writeXlsx }, { unzipSync }] = await Promise.all([
    import('hucre/xlsx'),
    import('fflate'),
  ]);
  const workbook = await writeXlsx({ sheets: toSheets(resource, columns, languages) });
  const { [SHEET_PATH]: sheet, ...parts } = unzipSync(workbook);
  const xml = new TextDecoder().decode(sheet);
  const choices = new TextDecoder().decode(parts[CHOICES_PATH]);
  const styles = columns.map((_, at) => styleIn(xml, `${toLetter(at)}1`));
  const [before = '', after = ''] = withColumnStyles(xml, styles).split('</sheetData>');
  return {
    parts: new Map(Object.entries(parts)),
    before: before.replace(/<dimension [^>]*>/, ''),
    after: `</sheetData>${after}`,
    styles,
    timeStyle: styleIn(choices, `${toLetter(columns.length)}1`),
    timeZone,
  };
}

/** The sheets for the records, for the explanation of their columns, and for the choices to pick. */
function toSheets(
  resource: Resource,
  columns: readonly TableColumn[],
  languages: readonly string[],
): WriteSheet[] {
  const [headings = [], ...explained] = toDictionary(columns, languages);
  const pickable = columns.map((column) => choicesOf(column) ?? []);
  const depth = Math.max(0, ...pickable.map((choices) => choices.length));
  return [
    {
      name: resource.name.slice(0, 31),
      columns: columns.map((column) => ({
        width: widths[column.holds],
        hidden: (systemFields as readonly string[]).includes(column.name),
        numFmt: numberFormats[column.holds],
      })),
      rows: [columns.map((column) => column.name)],
      freezePane: { rows: 1 },
      dataValidations: pickable.flatMap((choices, at) => {
        if (choices.length === 0) return [];
        const letter = toLetter(at);
        return [
          {
            type: 'list' as const,
            range: `${letter}2:${letter}${LAST_ROW}`,
            formula1: `Choices!$${letter}$1:$${letter}$${choices.length}`,
            allowBlank: true,
            showErrorMessage: true,
          },
        ];
      }),
    },
    {
      name: 'Fields',
      columns: headings.map(() => ({ width: 28 })),
      rows: [headings, ...explained],
      freezePane: { rows: 1 },
    },
    {
      name: 'Choices',
      hidden: true,
      rows: Array.from({ length: depth }, (_, row) =>
        pickable.map((choices) => choices[row] ?? null),
      ),
      // An empty cell beside the choices, which is there for its style.
      cells: new Map([
        [`0,${columns.length}`, { value: null, style: { numFmt: numberFormats.moment } }],
      ]),
    },
  ];
}

/** The cell format of each kind of value. `@` is text, so that a CAS number is not taken for a date. */
const numberFormats = {
  text: '@',
  number: 'General',
  boolean: 'General',
  date: 'yyyy-mm-dd',
  moment: 'yyyy-mm-dd hh:mm:ss.000',
} as const;

const widths = { text: 24, number: 12, boolean: 10, date: 12, moment: 24 } as const;

function choicesOf({
  field,
  holds,
}: TableColumn): readonly (string | number | boolean)[] | undefined {
  if (!field || field.readOnly) return undefined;
  if (holds === 'boolean') return [true, false];
  if (field.kind.column(field.settings).many) return undefined;
  const schema = z.toJSONSchema(field.kind.value(field.settings), {
    io: 'input',
    unrepresentable: 'any',
  });
  const values =
    field.kind.offers?.(field.settings).offered ??
    schema.enum ??
    schema.anyOf?.map((one) => one.const);
  return values?.filter((value) => typeof value === 'string' || typeof value === 'number');
}

function styleIn(xml: string, cell: string): string {
  const style = new RegExp(`<c r="${cell}"[^>]*? s="(\\d+)"`).exec(xml)?.[1];
  return style === undefined ? '' : ` s="${style}"`;
}

/** Gives whole columns their style, so that a cell that a user fills in is text where the field is. */
function withColumnStyles(xml: string, styles: readonly string[]): string {
  return xml.replace(/<col min="(\d+)"/g, (col, at: string) => {
    const style = styles[Number(at) - 1] ?? '';
    return style === '' ? col : col.replace('<col', `<col${style.replace(' s=', ' style=')}`);
  });
}

/** The rows of the sheet that explains the columns to a person who fills in the table: a heading, then each field. */
function toDictionary(columns: readonly TableColumn[], languages: readonly string[]): string[][] {
  const both = (toText: (part: 'label' | 'help', language: string) => string) =>
    languages.flatMap((language) => [toText('label', language), toText('help', language)]);
  return [
    ['name', 'type', 'required', ...both((part, language) => `${part} (${language})`)],
    ...columns.flatMap(({ name, field }) =>
      field
        ? [
            [
              name,
              field.type,
              field.required ? 'yes' : '',
              ...both((part, language) => field[part]?.[language] ?? ''),
            ],
          ]
        : [],
    ),
  ];
}

/** Packs a workbook with these rows of XML below the column names; `end` has the parts that depend on them. */
export async function* packWorkbook(
  rows: AsyncIterable<string>,
  template: XlsxTemplate,
  end: () => ReadonlyMap<string, Uint8Array> = () => new Map(),
) {
  const { strToU8, Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const add = (path: string, part: Uint8Array): void => {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    entry.push(part, true);
  };
  for (const [path, part] of template.parts) add(path, part);
  /** Counts what is packed elsewhere. */
  class PackedElsewhere extends ZipPassThrough {
    override compression = 8;
    protected override process(): void {}
  }
  const sheet = new PackedElsewhere(SHEET_PATH);
  zip.add(sheet);
  async function* writeSheet(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const xml of surround(template.before, rows, template.after)) {
      const bytes = strToU8(xml);
      sheet.push(bytes);
      yield bytes;
    }
    sheet.push(new Uint8Array(), true);
  }
  // This library would keep everybody waiting while it packs; the platform packs beside.
  const packed = toStream(writeSheet()).pipeThrough(new CompressionStream('deflate-raw'));
  for await (const piece of packed) {
    sheet.ondata(null, piece, false);
    yield* pieces;
    pieces = [];
  }
  sheet.ondata(null, new Uint8Array(), true);
  for (const [path, part] of end()) add(path, part);
  zip.end();
  yield* pieces;
}

async function* surround(
  before: string,
  within: AsyncIterable<string>,
  after: string,
): AsyncGenerator<string> {
  yield before;
  yield* within;
  yield after;
}

function toStream<Chunk>(chunks: AsyncGenerator<Chunk>): ReadableStream<Chunk> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // The reader has left, so the database need not go on.
    cancel: async () => void (await chunks.return(undefined)),
  });
}
