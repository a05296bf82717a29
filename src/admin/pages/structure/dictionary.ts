import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/field.ts';
import { toFacts, type Fact } from './resource-facts.ts';
import { settingWords } from './setting-words.ts';
import { sayRoles } from './say-roles.ts';
import type { Words } from './words.ts';

export const columns = [
  'resource',
  'field',
  'label',
  'type',
  'settings',
  'required',
  'unique',
  'search',
  'read',
  'write',
  'to',
  'help',
] as const;

/** One field of the dictionary, everything as it is said in the language of the screens. */
export type Entry = Record<(typeof columns)[number], string>;

export type Chapter = { resource: Resource; entries: readonly Entry[]; facts: readonly Fact[] };

/** Every resource with all its fields, in the order of the declaration. */
export function toDictionary(descriptor: Descriptor, words: Words): Chapter[] {
  return [...descriptor.resources.values()].map((resource) => ({
    resource,
    facts: toFacts(descriptor, resource, words),
    entries: [...resource.fields.values()].map((field) =>
      toEntry(descriptor, resource, field, words),
    ),
  }));
}

/** The fields in which every word occurs somewhere; of a resource that is named so all of them. */
export function findFields(chapters: readonly Chapter[], typed: string): Chapter[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...chapters];
  return chapters
    .map(({ resource, entries, facts }) => {
      const name = [resource.name, ...Object.values(resource.label)].join(' ');
      const isFound = (entry: Entry): boolean => {
        const text = `${name} ${Object.values(entry).join(' ')}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      };
      const isSaid = ({ text }: Fact): boolean => {
        const whole = `${name} ${text}`.toLowerCase();
        return wanted.every((word) => whole.includes(word));
      };
      return { resource, entries: entries.filter(isFound), facts: facts.filter(isSaid) };
    })
    .filter(({ entries, facts }) => entries.length + facts.length > 0);
}

/** The address of a field on the page: `chems.casId`. */
export function anchorOf(entry: Entry): string {
  return `${entry.resource}.${entry.field}`;
}

function toEntry(descriptor: Descriptor, resource: Resource, field: Field, words: Words): Entry {
  const { tell, say } = words;
  const declared = descriptor.source.resources[resource.name].fields[field.name];
  const roles = (names: readonly string[] | undefined): string =>
    names === undefined ? '' : sayRoles(descriptor, names, words);
  const yes = (is: boolean): string => (is ? tell('yes') : '');
  return {
    resource: resource.name,
    field: field.name,
    label: say(field.label),
    type: tell(`types.${field.type}`),
    settings: settingWords(resource, field, declared, words).join('; '),
    required: yes(field.required),
    unique: yes(field.unique),
    search: yes(field.search),
    read: roles(field.read),
    write: field.readOnly ? tell('nobody') : roles(field.write),
    to: field.kind.relation?.(field.settings).to ?? '',
    help: field.help ? say(field.help) : '',
  };
}
