import { parseArgs } from 'node:util';
import { suggest } from '../descriptor/suggest.ts';
import { check } from './commands/check.ts';
import { importVerb } from './commands/import.ts';
import { schema } from './commands/schema.ts';
import { user } from './commands/user.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './commands/verb.ts';
import { readEnvironment } from './read-environment.ts';
import { Refusal } from './refusal.ts';

const verbs: Readonly<Record<string, Verb>> = { check, schema, import: importVerb, user };

/** The main program of `npx backoffice`. */
async function runCommand([name, ...rest]: readonly string[]): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(overview());
    return name === undefined ? 2 : 0;
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) {
    const meant = suggest(name, Object.keys(verbs));
    console.error(`There is no verb ${name}${meant ? `; did you mean ${meant}?` : ''}\n`);
    console.error(overview());
    return 2;
  }
  return runVerb(name, verb, rest);
}

async function runVerb(name: string, verb: Verb, rest: readonly string[]): Promise<ExitCode> {
  const json = rest.includes('--json');
  try {
    const { values, positionals } = parseOptions(verb, rest);
    if (values['help']) {
      console.log(helpOf(name, verb));
      return 0;
    }
    return await verb.run({
      args: positionals,
      options: values as Call['options'],
      environment: readEnvironment(),
      json,
      say: (line) => void (json || console.log(line)),
      answer: (value) => void (json && console.log(JSON.stringify(value, null, 2))),
    });
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${helpOf(name, verb)}`);
      return 2;
    }
    if (!(error instanceof Refusal)) throw error;
    if (json)
      console.log(JSON.stringify({ error: error.lines, problems: error.problems }, null, 2));
    else console.error(error.message);
    return 1;
  }
}

function parseOptions(verb: Verb, args: readonly string[]): ReturnType<typeof parseArgs> {
  const common = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { ...verb.options, ...common },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function overview(): string {
  const rows = Object.entries(verbs).map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`);
  return [
    'Usage: npx backoffice <verb> [options]',
    '',
    ...rows,
    '',
    'Every verb has --help, and --json for programs. Exit code 0: done; 1: problems; 2: wrong call.',
  ].join('\n');
}

function helpOf(name: string, { usage, summary, help }: Verb): string {
  return [`Usage: npx backoffice ${name} ${usage}`, '', summary, ...help].join('\n');
}

process.exitCode = await runCommand(process.argv.slice(2));
