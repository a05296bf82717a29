import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { parseDescriptor } from '../../descriptor/read/parse-descriptor.ts';
import { inferResources } from '../../descriptor/infer/infer-resources.ts';
import { nameResource } from '../../descriptor/infer/name-tables.ts';
import { toFieldName } from '../../descriptor/infer/to-field-name.ts';
import { writeDescriptor } from '../../descriptor/infer/write-descriptor.ts';
import { Refusal, toLine } from '../refusal.ts';
import { mostRows, readRows, type RowsFile } from './read-rows.ts';
import { saidLayout, tableOptions } from './import-options.ts';
import { UsageError, type Call, type Verb } from './verb.ts';
import { writeSchema } from './write-schema.ts';
import { refuseToOverwrite } from './write-records.ts';

export const infer: Verb = {
  summary: 'Writes a descriptor for the records of files, each guess with its reason.',
  usage: 'FILE… [--header-row N] [--delimiter SIGN] [--encoding NAME] [--write] [--json]',
  help: [
    '',
    'A file is a JSON array, NDJSON, CSV or TSV, read as an import reads it, and is',
    'named for the resource it will be: chems.csv. Give all files at once: which one refers to',
    `which is seen by their values. The first ${mostRows.toLocaleString('en')} rows of each are looked at.`,
    '',
    '  --header-row  the row with the names of the columns, where it is not found; 0: there is none',
    '  --delimiter, --encoding  how the files are written, where that is not as it looks',
    '  --write  writes the file RESOURCES names (./resources.json), if there is none yet;',
    '           without it the descriptor is printed',
  ],
  options: { write: { type: 'boolean' }, ...tableOptions },
  run: async (call) => {
    if (call.args.length === 0) throw new UsageError('infer needs a file');
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
        call.say(`// ${name}: only the first ${mostRows.toLocaleString('en')} rows were looked at`);
    }
    call.answer(checked.descriptor.source);
    if (call.options['write'] === true) await write(call, text);
    else call.say(text);
    return 0;
  },
};

/** Two files, or a file and a collection that is there anyway, cannot be the same resource. */
function nameResources(files: readonly RowsFile[]): RowsFile[] {
  const taken = new Set<string>();
  return files.map((file, index) => {
    const { wanted, remark } = nameResource(file.name, index);
    const name = toFieldName(wanted, taken) ?? wanted;
    taken.add(name);
    const remarks = remark === undefined ? [] : [`${file.name} is called so, as ${remark}`];
    return { ...file, name, remarks: [...remarks, ...file.remarks] };
  });
}

async function write({ environment, say }: Call, text: string): Promise<void> {
  const path = resolve(environment.resources);
  await refuseToOverwrite([path], 'name another file with RESOURCES');
  await writeFile(path, text);
  say(`Wrote ${relative('.', path)}`);
  say(`Wrote ${await writeSchema(path)}`);
}
