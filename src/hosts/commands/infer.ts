import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { parseDescriptor } from '../../descriptor/parse-descriptor.ts';
import { inferResources } from '../../descriptor/infer/infer-resources.ts';
import { toFieldName } from '../../descriptor/infer/to-field-name.ts';
import { writeDescriptor } from '../../descriptor/infer/write-descriptor.ts';
import { Refusal, toLine } from '../refusal.ts';
import { mostRows, readRows, type RowsFile } from './read-rows.ts';
import { UsageError, type Call, type Verb } from './verb.ts';
import { refuseToOverwrite } from './write-records.ts';

export const infer: Verb = {
  summary: 'Writes a descriptor for the records of files, each guess with its reason.',
  usage: 'FILE… [--write] [--json]',
  help: [
    '',
    'A file is a JSON array, NDJSON, CSV (, or ;) or TSV with names in its first line, and is',
    'named for the resource it will be: chems.csv. Give all files at once: which one refers to',
    `which is seen by their values. The first ${mostRows.toLocaleString('en')} rows of each are looked at.`,
    '',
    '  --write  writes the file RESOURCES names (./resources.json), if there is none yet;',
    '           without it the descriptor is printed',
  ],
  options: { write: { type: 'boolean' } },
  run: async (call) => {
    if (call.args.length === 0) throw new UsageError('infer needs a file');
    const files = await Promise.all(call.args.map(readRows));
    const resources = inferResources(nameResources(files));
    const text = writeDescriptor(resources);
    const checked = parseDescriptor(text);
    if ('problems' in checked) {
      throw new Refusal(
        checked.problems.map((each) => `${each.line}:${each.column} ${toLine(each)}`),
      );
    }
    for (const { name, isCut } of files) {
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
  return files.map((file) => {
    const name = toFieldName(file.name, taken);
    if (name === undefined) throw new Refusal([`No resource can be named after ${file.name}`]);
    taken.add(name);
    return { ...file, name };
  });
}

async function write({ environment, say }: Call, text: string): Promise<void> {
  const path = resolve(environment.resources);
  await refuseToOverwrite([path]);
  await writeFile(path, text);
  say(`Wrote ${relative('.', path)}`);
}
