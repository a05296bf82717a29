import { createContext, use } from 'react';
import type { ChoiceValue } from '../../../../fields/type/choice-list.ts';
import { useLanguage } from '../../../messages/language.ts';

/** Something declared that a setting can name, with its label; a reference also with the collection that it leads to. */
export type NamedPart = readonly [name: string, label: string, to?: string];

/** What the inputs of settings offer: the languages and names of the descriptor. */
export type SettingNames = {
  languages: readonly string[];
  collections: readonly NamedPart[];
  /** The collection that the settings are about. */
  collection?: string | undefined;
  /** In the filter of a reference: the collection that has the reference. */
  owner?: string | undefined;
  /** Of the collection that the settings are about. */
  fields: readonly NamedPart[];
  fieldsOf: (collection: string) => readonly NamedPart[];
  roles: readonly NamedPart[];
  /** Of the menu. */
  groups: readonly NamedPart[];
  /** Of the field that the settings are about. */
  choices?: readonly { value: ChoiceValue; label: string }[];
};

export const SettingContext = createContext<SettingNames>({
  languages: [],
  collections: [],
  fields: [],
  fieldsOf: () => [],
  roles: [],
  groups: [],
});

export function useSettingNames(): SettingNames {
  return use(SettingContext);
}

/** The fields of the collection, and, where a setting can name them, those of the records that they refer to. */
export function usePathParts(allowsPaths: boolean): readonly NamedPart[] {
  const names = useSettingNames();
  return allowsPaths
    ? names.fields.flatMap((part) => [part, ...behind(part, names)])
    : names.fields;
}

function behind([name, label, to]: NamedPart, { fieldsOf }: SettingNames): NamedPart[] {
  return to === undefined
    ? []
    : fieldsOf(to).map(([field, text]) => [`${name}.${field}`, `${label} › ${text}`]);
}

/** The language of the reader, if the app has it, else the first of the app. */
export function useOwnLanguage(languages: readonly string[]): string {
  const spoken = useLanguage();
  return languages.includes(spoken) ? spoken : (languages[0] ?? 'en');
}
