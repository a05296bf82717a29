import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLanguageFiles } from '../../src/hosts/texts/language-files.ts';
import { readSourceTexts } from '../../src/hosts/texts/source-texts.ts';
import { toSources, toTranslation } from '../../src/hosts/texts/translation.ts';
import { runCommand } from '../support/run-command.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const file = join(folder, 'fr.json');
const duplicates = 'src/admin/messages/fr/pages/duplicates.ts';

const read = async () => JSON.parse(await readFile(file, 'utf8'));
const bringIn = async (translation: object) => {
  await writeFile(file, JSON.stringify(translation));
  return runCommand(['texts', '--language', 'fr', '--in', file]);
};

test('all texts of screens and problems are exported for a new language, with their English', async () => {
  const { code, out } = await runCommand(['texts', '--language', 'fr', '--out', file]);

  expect(code).toBe(0);
  expect(out).toMatch(/^Wrote \d{4} texts to \S+; \d{4} are not translated\.\s*$/);
  const { files } = await read();
  expect(files[duplicates].found).toEqual({ en: '{count} group |||| {count} groups', text: '' });
  expect(files['src/fields/problems/fr-problems.ts'].V001).toEqual({ en: 'is required', text: '' });
  expect(files['src/admin/messages/fr/app/react-admin.ts']['action.add'].en).toBe('Add');
});

test('translated texts become source files in the shape of the others', async () => {
  const files = await readLanguageFiles(top, 'fr');
  const translation = toTranslation('fr', files);
  translation.files[duplicates]!['found']!.text = "{count} groupe d'ici |||| {count} groupes";
  const { sources, untranslated } = toSources(translation, files);

  const code = sources.get(duplicates)!;
  const german = await readFile(join(top, duplicates.replace('/fr/', '/de/')), 'utf8');
  const keysOf = (source: string) => readSourceTexts(source).map(({ key }) => key);
  const textAt = (key: string) => readSourceTexts(code).find((each) => each.key === key)?.text;
  expect(keysOf(code)).toEqual(keysOf(german));
  expect(textAt('found')).toBe("{count} groupe d'ici |||| {count} groupes");
  expect(textAt('title')).toBe('Duplicates');
  expect(untranslated).toBeGreaterThan(3000);
  expect(sources.get('src/admin/messages/fr/pages/info.ts')).toContain(
    "import { frCheckReasons } from '../../../../fields/problems/fr-check-reasons.ts'",
  );
});

test('texts of an existing language survive the round trip', async () => {
  const files = await readLanguageFiles(top, 'de');
  const { sources, untranslated } = toSources(toTranslation('de', files), files);

  const changed = files.filter(({ path, template }) => {
    const texts = (code: string) => JSON.stringify(readSourceTexts(code).map(({ text }) => text));
    return texts(sources.get(path)!) !== texts(template);
  });
  expect([changed, untranslated]).toEqual([[], 0]);
});

test('invalid texts are refused, and nothing is written', async () => {
  const { code, err } = await bringIn({
    language: 'fr',
    files: {
      [duplicates]: {
        found: { en: '', text: '{nombre} groupe' },
        all: { en: '', text: 'a |||| b |||| c |||| d' },
        nowhere: { en: '', text: 'x' },
      },
    },
  });

  expect(code).toBe(1);
  expect(err).toContain(`${duplicates} found: {nombre} is not in the English text: {count} group`);
  expect(err).toContain(`${duplicates} all: has 4 forms, but the language has 3`);
  expect(err).toContain(`${duplicates} nowhere: is not one of our texts`);
  await expect(readFile(join(top, duplicates))).rejects.toThrow('ENOENT');
});

test('texts are refused as another language or another file', async () => {
  const other = await bringIn({ language: 'it', files: {} });
  const none = await bringIn([]);

  expect(other.err).toContain('has the texts of it, not of fr');
  expect(none.err).toContain('is not a file of texts');
  expect([other.code, none.code]).toEqual([1, 1]);
});
