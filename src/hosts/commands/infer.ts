import { writeFile, access } from 'node:fs/promises';
import { relative, resolve, basename, extname } from 'node:path';
import { inferResources } from '../../descriptor/infer/infer-resources.ts';
import { nameResource, toFieldName } from '../../descriptor/infer/names.ts';
import { writeDescriptor } from '../../descriptor/infer/write-descriptor.ts';
import { Refusal, refuseFile, toLine } from '../refusal.ts';
import {
  type LayoutOptions,
  readLayoutOptions,
  tableOptions,
  checkColumns,
  findLayout,
} from './import-options.ts';
import { UsageError, type Call, type Verb } from './verb.ts';
import { checkGenerated, refuseToOverwrite, writeSchema } from './write-files.ts';
import { createReadStream } from 'node:fs';
import type { Row } from '../../descriptor/infer/column-facts.ts';
import { delimiters } from '../../files/formats/delimiters.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { formats } from '../../files/formats/formats.ts';
import { readExamples, withHeader } from '../../files/import/infer-rows.ts';

/** The number of rows that decide the type of a column; a file can have more. */
const mostRows = 50_000;

export const infer: Verb = {
  summary: 'Writes a descriptor for the records in files and gives the reason for each guess.',
  usage: 'FILE… [--header-row N] [--delimiter CHARACTER] [--encoding NAME] [--write] [--json]',
  help: [
    '',
    'Files are JSON arrays, NDJSON, CSV or TSV, read in the same way as imported files. They',
    'are named after the future resource: chems.csv. Pass all files at once: references between them',
    `are detected by their values. Only the first ${mostRows.toLocaleString('en')} rows of each file are examined.`,
    '',
    '  --header-row  the row with the column names, if it is not detected; 0: no such row',
    '  --delimiter, --encoding  the layout of the files, if it is not detected correctly',
    '  --write  writes to the file in RESOURCES (./resources.json) if it does not exist;',
    '           without this option the descriptor is printed',
  ],
  options: { write: { type: 'boolean' }, ...tableOptions },
  run: async (call) => {
    if (call.args.length === 0) throw new UsageError('infer requires a file');
    const files = await Promise.all(
      call.args.map((path) => readRows(path, readLayoutOptions(call))),
    );
    const named = nameResources(files);
    const resources = inferResources(named);
    const text = writeDescriptor(resources);
    const source = checkGenerated(text);
    for (const { name, isCut, remarks } of named) {
      for (const remark of remarks) call.print(`// ${name}: ${remark}`);
      if (isCut)
        call.print(`// ${name}: based on the first ${mostRows.toLocaleString('en')} rows only`);
    }
    call.answer(source);
    if (call.options['write'] === true) await write(call, text);
    else call.print(text);
    return 0;
  },
};

/** Two files, or a file and a built-in collection, cannot have the same resource name. */
function nameResources(files: readonly RowsFile[]): RowsFile[] {
  const taken = new Set<string>();
  return files.map((file, index) => {
    const { suggestedName, remark } = nameResource(file.name, index);
    const name = toFieldName(suggestedName, taken) ?? suggestedName;
    taken.add(name);
    const remarks = remark === undefined ? [] : [`${file.name} has this name because ${remark}`];
    return { ...file, name, remarks: [...remarks, ...file.remarks] };
  });
}

async function write({ environment, print }: Call, text: string): Promise<void> {
  const path = resolve(environment.resources);
  await refuseToOverwrite([path], 'set RESOURCES to another file');
  await writeFile(path, text);
  print(`Wrote ${relative('.', path)}`);
  print(`Wrote ${await writeSchema(path)}`);
}

type RowsFile = {
  name: string;
  rows: readonly Row[];
  isWritten: boolean;
  isCut: boolean;
  /** Sentences about how the file is written. */
  remarks: string[];
};

/** Reads the first rows of a JSON array, NDJSON, CSV or TSV file in the same way as an import. */
async function readRows(path: string, layoutOptions: LayoutOptions): Promise<RowsFile> {
  const extension = extname(path).toLowerCase();
  if (!extensions.includes(extension)) {
    throw new Refusal([`${path}: the file name must end in ${extensions.join(', ')}`]);
  }
  await access(path).catch((error: unknown) => {
    throw refuseFile(error, (code) => `${path} cannot be read (${code})`);
  });
  const guessedLayout = await findLayout(path, layoutOptions);
  const { isTable } = formats[guessedLayout.format];
  const open = () => createReadStream(path);
  const layout =
    isTable && layoutOptions.headerRow === undefined
      ? await withHeader(open, guessedLayout)
      : guessedLayout;
  await checkColumns(path, layout);
  const examples = await readExamples(open, layout, { rows: mostRows, values: Infinity });
  const { rows, isWritten, commas, isWhole, wrong } = examples;
  const [first] = wrong;
  if (first) throw new Refusal([`${path}, row ${first.row}: ${toLine(first.problem)}`]);
  if (rows.length === 0) throw new Refusal([`${path}: the file contains no records`]);
  return {
    name: basename(path, extname(path)),
    rows,
    isWritten,
    isCut: !isWhole,
    remarks: isTable ? layoutText(layout, commas) : [],
  };
}

const extensions = ['.json', '.ndjson', '.jsonl', '.csv', '.tsv'];

const delimiterNames: Record<(typeof delimiters)[number], string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

function layoutText(
  { delimiter, encoding, isGuessed, headerRow }: FileLayout,
  pointed: readonly string[],
) {
  const between = delimiters.find((one) => one === delimiter);
  return [
    `cells are separated by ${between ? delimiterNames[between] : delimiter}`,
    ...(encoding === 'utf-8'
      ? []
      : [
          `the encoding is ${encoding}${isGuessed ? ', which is a guess: check the letters, and state it with --encoding' : ''}`,
        ]),
    ...(headerRow === 1
      ? []
      : [
          `${headerRow === 0 ? 'there is no header row' : `the header is in row ${headerRow}`}: import the file with --header-row ${headerRow}`,
        ]),
    ...pointed.map((name) => `${name} uses decimal commas: import the file with --decimal ,`),
  ];
}
