import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages } from '../../fields/problems/languages.ts';
import { readLanguageFiles } from '../texts/language-files.ts';
import {
  findWrongTexts,
  toSources,
  toTranslation,
  translationSchema,
} from '../texts/translation.ts';
import { Refusal, refuseFile } from '../refusal.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';

/** The project whose source has the texts. */
const top = join(import.meta.dirname, '../../..');

export const texts: Verb = {
  summary: 'Writes the texts of a language to a file for translators, and brings them back.',
  usage: '--language CODE (--out FILE | --in FILE)',
  help: [
    '',
    '  --language CODE  a language tag such as fr or pt-br; English is the source',
    '  --out FILE       writes a JSON file with each text in English and, once translated, in the language',
    '  --in FILE        writes the source files of the language from this file, or says what is wrong with it',
    '',
    'A text that is left empty stays in English. Emails are not part of the file: see docs/languages.md.',
  ],
  options: { language: { type: 'string' }, out: { type: 'string' }, in: { type: 'string' } },
  run: async (call) => {
    const { language, out, in: input } = call.options;
    if (call.args.length > 0 || (out === undefined) === (input === undefined))
      throw new UsageError('texts requires either --out FILE or --in FILE');
    const code = toCode(language);
    if (typeof out === 'string') return writeOut(call, code, out);
    return readIn(call, code, String(input));
  },
};

function toCode(language: Call['options'][string]): string {
  const code = typeof language === 'string' ? language.toLowerCase() : '';
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(code))
    throw new UsageError('--language requires a language tag such as fr or pt-br');
  if (code === 'en') throw new UsageError('English is the source of the texts; edit its files');
  return code;
}

async function writeOut({ print, answer }: Call, language: string, out: string): Promise<ExitCode> {
  const translation = toTranslation(language, await readLanguageFiles(top, language));
  await writeFile(out, `${JSON.stringify(translation, null, 2)}\n`).catch((error: unknown) => {
    throw refuseFile(error, (code) => `${out} cannot be written (${code})`);
  });
  const all = Object.values(translation.files).flatMap((file) => Object.values(file));
  const left = all.filter(({ en, text }) => en !== '' && text === '').length;
  answer({ file: out, texts: all.length, untranslated: left });
  print(`Wrote ${all.length} texts to ${out}; ${left} are not translated.`);
  return 0;
}

async function readIn({ print, answer }: Call, language: string, path: string): Promise<ExitCode> {
  const translation = await readTranslation(path, language);
  const files = await readLanguageFiles(top, language);
  const wrong = findWrongTexts(translation, files);
  if (wrong.length > 0) throw new Refusal(['Nothing was written:', ...wrong]);
  const { sources, untranslated } = toSources(translation, files);
  for (const [name, code] of sources) {
    await mkdir(dirname(join(top, name)), { recursive: true });
    await writeFile(join(top, name), code);
  }
  answer({ files: [...sources.keys()], untranslated });
  print(`Wrote ${sources.size} files. Texts that stay in English: ${untranslated}.`);
  print('Run "npm run fix" to format them.');
  if (!languages.some((each) => each === language))
    print('The language is new: docs/languages.md says what else it needs.');
  return 0;
}

async function readTranslation(path: string, language: string) {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refuseFile(error, (code) => `${path} cannot be read (${code})`);
  });
  const { success, data, error } = translationSchema.safeParse(parseJson(text));
  if (!success)
    throw new Refusal([
      `${path} is not a file of texts:`,
      ...error.issues.map((issue) => `${issue.path.join(' ')}: ${issue.message}`),
    ]);
  if (data.language !== language)
    throw new Refusal([`${path} has the texts of ${data.language}, not of ${language}`]);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
