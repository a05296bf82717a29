import { toDeclaredFilter } from '../../../descriptor/filter/declared-filter.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field, Where } from '../../../fields/field.ts';
import { textIn } from '../../../fields/localized-text.ts';
import { filterWords } from './filter-words.ts';
import type { Words } from './words.ts';

type Source = Readonly<Record<string, any>>;

/** What is declared of a field besides the columns of the dictionary, as phrases. */
export function settingWords(
  resource: Resource,
  field: Field,
  declared: Source,
  words: Words,
): string[] {
  return [
    ...Object.keys(field.kind.settings.shape)
      .filter((name) => declared[name] !== undefined)
      .map((name) => saySetting(name, declared[name], words)),
    ...ruleWords(resource, field, declared, words),
  ].filter((phrase) => phrase !== '');
}

function saySetting(name: string, value: unknown, words: Words): string {
  // What is off is worth a word only where it is on by itself.
  if (value === false) return words.tell(`off.${name}`, { _: '' });
  const said = sayValue(value, words);
  const counted = typeof value === 'number' && { smart_count: value };
  return words.tell(`settings.${name}`, { value: said, ...counted, _: `${name}: ${said}` });
}

function sayValue(value: unknown, words: Words): string {
  if (Array.isArray(value)) return value.map((each) => sayMember(each, words)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value as Source)
      .map(
        ([name, part]) =>
          `${part.label ? say(part.label, words) : name} (${words.tell(`types.${part.type}`)})`,
      )
      .join(', ');
  return String(value);
}

/** A choice alone, or with its label. */
function sayMember(member: unknown, words: Words): string {
  if (typeof member !== 'object' || member === null) return String(member);
  const { label, value, was } = member as Source;
  const said = label === undefined ? String(value) : say(label, words);
  return was === undefined ? said : `${said} (${words.tell('rules.was', { value: was })})`;
}

function say(text: string | Readonly<Record<string, string>>, words: Words): string {
  return typeof text === 'string' ? textIn(text, '') : words.say(text);
}

function ruleWords(resource: Resource, field: Field, declared: Source, words: Words): string[] {
  const { tell } = words;
  const { shown, required, readOnly } = field.when ?? {};
  const condition = (name: string, where: Where | undefined): string[] => {
    if (where === undefined) return [];
    const { unresolved } = toDeclaredFilter(resource, where);
    return [tell(`rules.${name}`, { value: filterWords(resource, unresolved, words) })];
  };
  const together = resource.unique
    .filter((names) => names.includes(field.name))
    .map((names) =>
      names
        .filter((name) => name !== field.name)
        .map((name) => words.say(resource.fields.get(name)?.label ?? { en: name }))
        .join(', '),
    );
  return [
    ...(field.computed === undefined
      ? []
      : [tell(field.stored ? 'rules.stored' : 'rules.computed', { value: field.computed })]),
    ...(field.readOnly && field.computed === undefined ? [tell('rules.readOnly')] : []),
    ...(field.was === undefined ? [] : [tell('rules.was', { value: field.was })]),
    ...(field.default === undefined
      ? []
      : [tell('rules.default', { value: sayDefault(field.default, declared, words) })]),
    ...together.map((value) => tell('rules.together', { value })),
    ...condition('shownWhen', shown),
    ...condition('requiredWhen', required),
    ...condition('readOnlyWhen', readOnly),
  ];
}

/** A choice by its label, as forms show it. */
function sayDefault(value: unknown, { choices = [] }: Source, words: Words): string {
  const choice = (choices as unknown[]).find((one) => (one as Source)?.value === value);
  if (choice !== undefined) return sayMember(choice, words);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
