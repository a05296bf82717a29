import { relative } from 'node:path';
import { readDescriptor } from '../read-descriptor.ts';
import { Refusal } from '../refusal.ts';
import { UsageError, type Verb } from './verb.ts';

export const check: Verb = {
  summary: 'Checks the descriptor and lists every problem with its line.',
  usage: '[--json]',
  help: ['', 'RESOURCES names the file (./resources.json). The database is not touched.'],
  options: {},
  run: async ({ args, environment, say, answer }) => {
    if (args.length > 0) throw new UsageError('check takes no arguments');
    const file = relative('.', environment.resources);
    try {
      const { resources } = await readDescriptor(environment.resources);
      const fields = [...resources.values()].reduce((sum, each) => sum + each.fields.size, 0);
      say(`${file}: ${resources.size} resources, ${fields} fields, no problems`);
      answer({ file, problems: [] });
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal) || error.problems.length === 0) throw error;
      say(error.message);
      say(
        `${file}: ${error.problems.length === 1 ? '1 problem' : `${error.problems.length} problems`}`,
      );
      answer({ file, problems: error.problems });
      return 1;
    }
  },
};
