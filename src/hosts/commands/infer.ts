import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { parseDescriptor } from '../../descriptor/read/parse-descriptor.ts';
import { inferResources } from '../../descriptor/infer/infer-resources.ts';
import { nameResource, toFieldName } from '../../descriptor/infer/names.ts';
import { writeDescriptor } from '../../descriptor/infer/write-descriptor.ts';
import { Refusal, toLine } from '../refusal.ts';
import { mostRows, readRows, type RowsFile } from './read-rows.ts';
import { saidLayout, tableOptions } from './import-options.ts';
import { UsageError, type Call, type Verb } from './verb.ts';
import { writeSchema } from './write-schema.ts';
import { refuseToOverwrite } from './write-records.ts';

export const infer: Verb = {
  summary: 'Writes a descriptor for the records in files and gives the reason for each guess.',
  usage: 'FILE… [--header-row N] [--delimiter SIGN] [--encoding NAME] [--write] [--json]',
  help: [
    '',
    'Files are JSON arrays, NDJSON, CSV or TSV, read in the same way as by an import, and have',
    'the name of the future resource: chems.csv. Pass all files at once: references between them',
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
    const files = await Promise.all(call.args.map((path) => readRows(path, saidLayout(call))));
    const named = nameResources(files);
    const resources = inferResources(named);
    const text = writeDescriptor(resources);
    const checked = parseDescriptor(text);
    if ('problems' in checked) {
      throw new Refusal(
        checked.problems.map((each) => `${each.line}:${each.column} ${toLine(each)}`),
      );
    }
    for (const { name, isCut, remarks } of named) {
      for (const remark of remarks) call.say(`// ${name}: ${remark}`);
      if (isCut)
        call.say(`// ${name}: based on the first ${mostRows.toLocaleString('en')} rows only`);
    }
    call.answer(checked.descriptor.source);
    if (call.options['write'] === true) await write(call, text);
    else call.say(text);
    return 0;
  },
};

/** Two files, or a file and a built-in collection, cannot have the same resource name. */
function nameResources(files: readonly RowsFile[]): RowsFile[] {
  const taken = new Set<string>();
  return files.map((file, index) => {
    const { wanted, remark } = nameResource(file.name, index);
    const name = toFieldName(wanted, taken) ?? wanted;
    taken.add(name);
    const remarks = remark === undefined ? [] : [`${file.name} has this name because ${remark}`];
    return { ...file, name, remarks: [...remarks, ...file.remarks] };
  });
}

async function write({ environment, say }: Call, text: string): Promise<void> {
  const path = resolve(environment.resources);
  await refuseToOverwrite([path], 'set RESOURCES to another file');
  await writeFile(path, text);
  say(`Wrote ${relative('.', path)}`);
  say(`Wrote ${await writeSchema(path)}`);
}
