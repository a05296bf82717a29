import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { suggest } from '../descriptor/suggest.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './commands/verb.ts';
import { readEnvironment } from './environment.ts';
import { Refusal } from './refusal.ts';

// A package has neither the texts nor what reads them, so it must not be bundled.
const sourceOfTexts = join(import.meta.dirname, 'commands/texts.ts');

// Loaded on demand: checking a descriptor needs no database driver.
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  check: async () => (await import('./commands/check.ts')).check,
  plan: async () => (await import('./commands/plan.ts')).plan,
  apply: async () => (await import('./commands/apply.ts')).apply,
  schema: async () => (await import('./commands/schema.ts')).schema,
  import: async () => (await import('./commands/import.ts')).importVerb,
  export: async () => (await import('./commands/export.ts')).exportVerb,
  backup: async () => (await import('./commands/back-up.ts')).backUp,
  restore: async () => (await import('./commands/restore.ts')).restore,
  user: async () => (await import('./commands/user.ts')).user,
  files: async () => (await import('./commands/files.ts')).files,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgrade,
  infer: async () => (await import('./commands/infer.ts')).infer,
  introspect: async () => (await import('./commands/introspect.ts')).introspect,
  ...(existsSync(sourceOfTexts) && {
    texts: async () => ((await import(sourceOfTexts)) as { texts: Verb }).texts,
  }),
};

/** What a command runs in: a process, or a test. */
export type Terminal = {
  /** The environment variables. */
  env: NodeJS.ProcessEnv;
  /** Standard input. */
  input: Readable;
  /** Prints a line to standard output, and to standard error. */
  print(line: string): void;
  printError(line: string): void;
};

/** The main program of `npx backoffice`, which exits with what this returns. */
export async function runCommand(
  [name, ...rest]: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const json = name === '--json' || rest.includes('--json');
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    printUsage(await overview(), json, terminal);
    return name === undefined ? 2 : 0;
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) {
    const meant = suggest(name, Object.keys(verbs));
    const message = `Unknown command ${name}${meant ? `; did you mean ${meant}?` : ''}`;
    return refuseCall(message, await overview(), json, terminal);
  }
  return runVerb(name, await verb(), rest, { json, terminal });
}

async function runVerb(
  name: string,
  verb: Verb,
  rest: readonly string[],
  { json, terminal }: { json: boolean; terminal: Terminal },
): Promise<ExitCode> {
  try {
    const { values, positionals } = parseOptions(verb, rest);
    if (values['help']) {
      printUsage(helpOf(name, verb), json, terminal);
      return 0;
    }
    return await verb.run({
      args: positionals,
      options: values as Call['options'],
      environment: readEnvironment(terminal.env),
      input: terminal.input,
      json,
      print: (line) => void (json || terminal.print(line)),
      answer: (value) => void (json && printJson(value, terminal)),
    });
  } catch (error) {
    if (error instanceof UsageError)
      return refuseCall(error.message, helpOf(name, verb), json, terminal);
    if (!(error instanceof Refusal)) throw error;
    if (json) printJson({ error: error.lines, problems: error.problems }, terminal);
    else terminal.printError(error.message);
    return 1;
  }
}

function printUsage(usage: string, json: boolean, terminal: Terminal): void {
  if (json) printJson({ usage }, terminal);
  else terminal.print(usage);
}

function refuseCall(message: string, usage: string, json: boolean, terminal: Terminal): 2 {
  if (json) printJson({ error: [message], problems: [], usage }, terminal);
  else terminal.printError(`${message}\n\n${usage}`);
  return 2;
}

function printJson(value: unknown, terminal: Terminal): void {
  terminal.print(JSON.stringify(value, null, 2));
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

async function overview(): Promise<string> {
  const rows = await Promise.all(
    Object.entries(verbs).map(
      async ([name, verb]) => `  ${name.padEnd(10)} ${(await verb()).summary}`,
    ),
  );
  return [
    'Usage: npx backoffice <command> [options]',
    '',
    ...rows,
    '',
    'Every command accepts --help. With --json, for scripts, it prints exactly one JSON object.',
    'Exit code 0: success; 1: problems found; 2: invalid command line.',
  ].join('\n');
}

function helpOf(name: string, { usage, summary, help }: Verb): string {
  return [`Usage: npx backoffice ${name} ${usage}`, '', summary, ...help].join('\n');
}
