import { addCollection } from '../../../../descriptor/edits/new-collection.ts';
import { removeWithMentions } from '../../../../descriptor/edits/mentions.ts';
import type { DescriptorFiles, Edited } from '../../../../descriptor/edits/open-files.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { textIn } from '../../../../fields/problems/localized-text.ts';

/** Some collections that refer to each other, with texts in all languages of the screens. */
export type Example = { resources: Record<string, JsonObject> };

/** The gallery, by the names of its files, which are documentation too. */
export const examples: ReadonlyMap<string, Example> = new Map(
  Object.entries(
    import.meta.glob<Example>('/docs/examples/*.json', { eager: true, import: 'default' }),
  ).map(([path, example]) => [path.replace(/^.*\/|\.json$/g, ''), example]),
);

type Field = JsonObject & { to?: string; type: string };

export function fieldsOf(declaration: unknown): [name: string, field: Field][] {
  return Object.entries(asObject(asObject(declaration).fields)) as [string, Field][];
}

/** The collections of an example that a person has chosen, and what of them is left out because others are missing. */
export type Choice = {
  example: Example;
  names: readonly string[];
  /** The collections that there are already: references lead to them. */
  taken: readonly string[];
};

/** The references of a chosen collection that lead nowhere. */
export function leftOut({ names, taken, example }: Choice, collection: string): string[] {
  const isThere = (to: string): boolean => names.includes(to) || taken.includes(to);
  return fieldsOf(example.resources[collection]).flatMap(([name, { to }]) =>
    to === undefined || isThere(to) ? [] : [name],
  );
}

type Place = { path: string; languages: readonly string[]; settings: JsonObject };

/** Adds the chosen collections, without what mentions those that are neither chosen nor there. */
export function addExample(
  files: DescriptorFiles,
  { example, names, taken }: Choice,
  { path, languages, settings }: Place,
): Edited {
  const all = Object.keys(example.resources);
  const missing = all.filter((name) => !names.includes(name) && !taken.includes(name));
  let own: DescriptorFiles = [{ path, text: JSON.stringify({ resources: example.resources }) }];
  for (const name of missing) {
    const edited = removeWithMentions(own, ['resources', name]);
    if ('refused' in edited) return edited;
    own = edited.files;
  }
  const { resources } = JSON.parse(own[0]?.text ?? '{}') as Pick<Example, 'resources'>;
  let added = files;
  for (const name of all.filter((one) => names.includes(one))) {
    const value = { ...asObject(inLanguages(resources[name], languages)), ...settings };
    const edited = addCollection(added, { name, value }, path);
    if ('refused' in edited) return edited;
    added = edited.files;
  }
  return { files: added };
}

/** Only the texts in the languages of the installation; a single one needs no code. */
function inLanguages(value: unknown, languages: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguages(one, languages));
  if (!isObject(value)) return value;
  const [first = 'en', ...others] = languages;
  if (isText(value)) {
    const said = [first, ...others].map((code) => [code, textIn(value, code)] as const);
    return others.length === 0 ? textIn(value, first) : Object.fromEntries(said);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, inLanguages(one, languages)]),
  );
}

function isText(value: JsonObject): value is Record<string, string> {
  return typeof value['en'] === 'string' && typeof value['de'] === 'string';
}
