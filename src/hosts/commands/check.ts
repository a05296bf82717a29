import { countNoun } from '../../fields/problems/count-noun.ts';
import { relative } from 'node:path';
import { compareVersions } from '../read/check-extensions.ts';
import { codeFor } from '../read/installation-code.ts';
import { inspectDescriptor, toPlacedLine } from '../read/read-descriptor.ts';
import { UsageError, type Verb } from './verb.ts';

export const check: Verb = {
  summary: 'Checks the descriptor and lists every problem with its line.',
  usage: '[--json]',
  help: [
    '',
    'RESOURCES sets the file (default: ./resources.json). The command does not access the database.',
    'A warning points to something valid that may be unintended. Warnings do not change the exit code.',
    'If code of src/installation is written for another version of the product, it prints what changed.',
  ],
  options: {},
  run: async ({ args, environment, print, answer }) => {
    if (args.length > 0) throw new UsageError('check takes no arguments');
    const file = relative('.', environment.resources);
    const { outcome } = await inspectDescriptor(environment.resources);
    if ('problems' in outcome) {
      const { problems } = outcome;
      for (const one of problems) print(toPlacedLine(one));
      print(`${file}: ${countNoun(problems.length, 'problem')}`);
      answer({ file, problems, warnings: [] });
      return 1;
    }
    const { descriptor, warnings } = outcome;
    const { resources } = descriptor;
    const fields = [...resources.values()].reduce((sum, each) => sum + each.fields.size, 0);
    for (const one of warnings) print(`${toPlacedLine(one)} [warning]`);
    print(
      `${file}: ${countNoun(resources.size, 'resource')}, ${countNoun(fields, 'field')}, no problems`,
    );
    const changes = compareVersions(codeFor(descriptor));
    for (const line of changes) print(line);
    answer({ file, problems: [], warnings, changes });
    return 0;
  },
};
