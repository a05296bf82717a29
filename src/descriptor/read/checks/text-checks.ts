import { localizedText } from '../../../fields/problems/localized-text.ts';
import { descriptorSettings } from '../../settings/descriptor-settings.ts';
import { isObject } from '../../json-object.ts';
import { resourceSettings } from '../../settings/resource-settings.ts';
import { suggestHint } from '../../suggest.ts';
import { type Draft, asObject, asObjects } from '../draft.ts';
import { fieldSettings } from '../grammar.ts';
import { flaw, keyFlaw, type Flaw } from '../grammar-problems.ts';
import { childrenOf, unwrapOnce, type Schema } from '../schema-at.ts';
import type { Path } from '../source-text.ts';

/** Checks that a text given per language exists in each language of the app, and in no other. */
export function checkTexts(draft: Draft): Flaw[] {
  const check = (schema: Schema, value: unknown, path: Path) =>
    findTexts(schema, value, path).flatMap((text) => checkText(draft, text));
  const checkFields = (fields: unknown, path: Path): Flaw[] =>
    Object.entries(asObject(fields)).flatMap(([field, declaration]) => {
      if (!isObject(declaration)) return [];
      const type = String(declaration.type);
      const schema = Object.hasOwn(fieldSettings, type) ? fieldSettings[type] : undefined;
      return schema ? check(schema, declaration, [...path, field]) : [];
    });
  return [
    ...check(descriptorSettings, draft.source, []),
    ...[...draft.resources.values()].flatMap(({ name, declared }) => {
      const path = ['resources', name];
      return [
        ...check(resourceSettings, declared, path),
        ...checkFields(declared.fields, [...path, 'fields']),
        ...asObjects(declared.actions).flatMap(({ form }, index) =>
          checkFields(asObject(form).fields, [...path, 'actions', index, 'form', 'fields']),
        ),
      ];
    }),
  ];
}

type PlacedText = { text: Readonly<Record<string, unknown>>; path: Path };

function checkText({ languages }: Draft, { text, path }: PlacedText): Flaw[] {
  const missing = languages.filter((language) => !Object.hasOwn(text, language));
  const others = Object.keys(text).filter((language) => !languages.includes(language));
  return [
    ...missing.map((language) => flaw('D018', path, { language })),
    ...others.map((value) => {
      const params = { value, languages: languages.join(', ') };
      return keyFlaw('D019', [...path, value], params, suggestHint(value, languages));
    }),
  ];
}

/** Finds the texts of a declaration that are given per language. */
function findTexts(schema: Schema, value: unknown, path: Path): PlacedText[] {
  if (schema._zod.def === localizedText.def) return isObject(value) ? [{ text: value, path }] : [];
  const inner = unwrapOnce(schema, value);
  if (inner !== schema) return findTexts(inner, value, path);
  return childrenOf(schema, value).flatMap(({ step, schema: child, value: inside }) =>
    findTexts(child, inside, [...path, step]),
  );
}
