import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countNoun } from '../../fields/problems/count-noun.ts';
import { examine } from '../doctor/examine.ts';
import { Refusal } from '../refusal.ts';
import { UsageError, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';

const marks = { fine: 'ok', advice: 'advice', wrong: 'WRONG' } as const;

export const doctor: Verb = {
  summary: 'Examines the installation and says what is wrong and how to correct it.',
  usage: '[--json]',
  help: [
    '',
    'Run it as the user of the server and with its environment. It examines disk, folders, database, backups, files,',
    'virus scanner, mail server, sign-in providers, and the public address with its certificate. It sends no',
    'email and changes nothing, except for a small file that it writes and removes.',
    '',
    'Exit code 1 if something is wrong; advice alone is 0.',
  ],
  options: {},
  run: async ({ args, environment, print, answer }) => {
    if (args.length > 0) throw new UsageError('doctor takes no arguments');
    const { databaseUrl, dataDir } = environment;
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
      throw new Refusal([
        `There is no installation in ${dataDir}; set DATA_DIR to its folder, or start the server first`,
      ]);
    const findings = await examine(environment, withDatabase);
    for (const finding of findings) {
      print(`${marks[finding.state].padEnd(8)}${finding.part.padEnd(12)}${finding.says}`);
      if (finding.state !== 'fine') print(`${' '.repeat(20)}→ ${finding.todo}`);
    }
    const wrong = findings.filter(({ state }) => state === 'wrong').length;
    const advice = findings.filter(({ state }) => state === 'advice').length;
    print('');
    print(
      wrong + advice === 0
        ? 'Everything is in order.'
        : `${countNoun(wrong, 'problem')}, ${advice} to improve.`,
    );
    answer({ findings });
    return wrong > 0 ? 1 : 0;
  },
};
