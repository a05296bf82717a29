import { countNoun } from '../../fields/problems/count-noun.ts';
import { relative } from 'node:path';
import { compareVersions } from '../read/check-extensions.ts';
import { codeFor } from '../read/installation-code.ts';
import { inspectDescriptor, toPlacedLine } from '../read/read-descriptor.ts';
import { UsageError, type Verb } from './verb.ts';

export const check: Verb = {
  summary: 'Checks the descriptor and lists every problem with its line.',
  usage: '[--leaks [--role ROLE] [--seed NUMBER]] [--json]',
  help: [
    '',
    'RESOURCES sets the file (default: ./resources.json). The command does not access the database.',
    'A warning points to something valid that may be unintended. Warnings do not change the exit code.',
    'If code of src/installation is written for another version of the product, it prints what changed.',
    '',
    '  --leaks        then makes two installations up that differ only in what a role may not see,',
    '                 sends both the same requests, and lists each route whose answers differ',
    '  --role ROLE    as this role only (default: each that may not see everything)',
    '  --seed NUMBER  other made-up records; the same number gives the same ones (default: 1)',
  ],
  options: { leaks: { type: 'boolean' }, role: { type: 'string' }, seed: { type: 'string' } },
  run: async (call) => {
    const { args, options, environment, print, answer } = call;
    if (args.length > 0) throw new UsageError('check takes no arguments');
    if (!options['leaks'] && (options['role'] ?? options['seed']) !== undefined)
      throw new UsageError('--role and --seed require --leaks');
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
    if (options['leaks'])
      return (await import('../leaks/check-leaks.ts')).checkLeaks(call, descriptor);
    answer({ file, problems: [], warnings, changes });
    return 0;
  },
};
