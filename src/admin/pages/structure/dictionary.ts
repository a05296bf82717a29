import { findLink } from '../../../descriptor/relations.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { type Words, filterWords } from '../../resource/filter-words.ts';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { copiedPath, defaultExpression } from '../../../descriptor/filter/tokens.ts';
import type { DeclaredFilter } from '../../../descriptor/filter/declared-filter.ts';
import { textIn } from '../../../fields/problems/localized-text.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import { firstNumber } from '../../../fields/type/numbering.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import type { Namespaces } from '../../messages/namespaces.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The words of the dictionary: those of filters, and the texts of this page. */
export type DictionaryWords = Words & { texts: Namespaces['structure'] };

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

/** One field of the dictionary, with all texts in the user's language. */
export type Entry = Record<(typeof columns)[number], string>;

export type Chapter = { resource: Resource; entries: readonly Entry[]; facts: readonly Fact[] };

/** Every resource with all its fields, in the order of the declaration. */
export function toDictionary(descriptor: Descriptor, words: DictionaryWords): Chapter[] {
  return [...descriptor.resources.values()].map((resource) => ({
    resource,
    facts: toFacts(descriptor, resource, words),
    entries: [...resource.fields.values()].map((field) =>
      toEntry(descriptor, resource, field, words),
    ),
  }));
}

/** The fields that contain every typed word; if the words name a resource, all of its fields. */
export function findFields(chapters: readonly Chapter[], typed: string): Chapter[] {
  const searchWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (searchWords.length === 0) return [...chapters];
  return chapters
    .map(({ resource, entries, facts }) => {
      const name = [resource.name, ...Object.values(resource.label)].join(' ');
      const isFound = (entry: Entry): boolean => {
        const text = `${name} ${Object.values(entry).join(' ')}`.toLowerCase();
        return searchWords.every((word) => text.includes(word));
      };
      const isSaid = ({ text }: Fact): boolean => {
        const whole = `${name} ${text}`.toLowerCase();
        return searchWords.every((word) => whole.includes(word));
      };
      return { resource, entries: entries.filter(isFound), facts: facts.filter(isSaid) };
    })
    .filter(({ entries, facts }) => entries.length + facts.length > 0);
}

/** The anchor of a field on the page: `chems.casId`. */
export function anchorOf(entry: Entry): string {
  return `${entry.resource}.${entry.field}`;
}

function toEntry(
  descriptor: Descriptor,
  resource: Resource,
  field: Field,
  words: DictionaryWords,
): Entry {
  const { texts, say } = words;
  const declared = descriptor.source.resources[resource.name]!.fields[field.name]!;
  const roles = (names: readonly string[] | undefined): string =>
    names === undefined ? '' : rolesText(descriptor, names, words);
  const yes = (is: boolean): string => (is ? texts.yes : '');
  return {
    resource: resource.name,
    field: field.name,
    label: say(field.label),
    type: texts.types[field.type] ?? field.type,
    settings: settingWords(resource, field, declared, words).join('; '),
    required: yes(field.required),
    unique: yes(field.unique),
    search: yes(field.search),
    read: roles(field.read),
    write: field.readOnly ? texts.nobody : roles(field.write),
    to: field.kind.relation?.(field.settings).to ?? '',
    help: field.help ? say(field.help) : '',
  };
}

/** Declarations of a resource besides its fields: former names, rules, lists, actions. */
export type Fact = { kind: 'was' | 'unique' | 'check' | 'child' | 'action'; text: string };

function toFacts(descriptor: Descriptor, resource: Resource, words: DictionaryWords): Fact[] {
  const { texts, say } = words;
  const labelOf = (of: Resource, name: string): string => {
    const field = of.fields.get(name);
    return field ? say(field.label) : name;
  };
  const { was } = resource;
  return [
    ...(was === undefined ? [] : [{ kind: 'was' as const, text: was }]),
    ...resource.unique.map((names) => ({
      kind: 'unique' as const,
      text: names.map((name) => labelOf(resource, name)).join(', '),
    })),
    ...resource.checks.map(({ check, message }) => ({
      kind: 'check' as const,
      text: `${filterWords(resource, check.unresolved, words)} — ${say(message)}`,
    })),
    ...resource.noOverlap.map(({ fields, from, to }) => ({
      kind: 'check' as const,
      text: fillTemplate(texts.rules.noOverlap, {
        fields: fields.map((name) => labelOf(resource, name)).join(', '),
        from: labelOf(resource, from),
        to: labelOf(resource, to),
      }),
    })),
    ...resource.storedChecks.map(({ check, declared, message, on }) => {
      const condition =
        typeof declared === 'string' ? declared : filterWords(resource, check.unresolved, words);
      const writes = on ? [writesText(on, words)] : [];
      return { kind: 'check' as const, text: [condition, say(message), ...writes].join(' — ') };
    }),
    ...resource.children.flatMap((child) => {
      const other = descriptor.resources.get(child.resource);
      if (!other) return [];
      const link = findLink({ resources: descriptor.resources }, other, child.field);
      const field = link ? say(link.label) : child.field;
      const values = { name: say(child.label ?? other.label), field };
      return [{ kind: 'child' as const, text: fillTemplate(texts.facts.childBy, values) }];
    }),
    ...resource.actions.map((action) => ({
      kind: 'action' as const,
      text: actionText(descriptor, action, words),
    })),
  ];
}

function writesText(
  on: readonly (keyof DictionaryWords['texts']['facts']['writes'])[],
  { texts }: DictionaryWords,
): string {
  return fillTemplate(texts.facts.on, {
    value: on.map((write) => texts.facts.writes[write]).join(', '),
  });
}

function actionText(descriptor: Descriptor, action: Action, words: DictionaryWords): string {
  const { texts, say } = words;
  const labels = [...action.form.values()].map(({ label }) => say(label));
  return [
    `${say(action.label)}: ${action.method} ${action.path}`,
    fillTemplate(texts.facts.by, { value: rolesText(descriptor, action.roles, words) }),
    ...phrase(texts.facts.asks, labels.join(', ')),
    ...phrase(texts.facts.confirms, action.confirm && say(action.confirm)),
    ...(action.bulk ? [texts.facts.bulk] : []),
  ].join('; ');
}

type Source = Readonly<Record<string, unknown>>;

/** Declarations of a field besides the columns of the dictionary, as phrases. */
function settingWords(
  resource: Resource,
  field: Field,
  declared: Source,
  words: DictionaryWords,
): string[] {
  return [
    ...Object.keys(field.kind.settings.shape)
      .filter((name) => declared[name] !== undefined)
      .map((name) => settingText(name, declared[name], words)),
    ...ruleWords(resource, field, declared, words),
  ].filter((text) => text !== '');
}

function settingText(name: string, value: unknown, words: DictionaryWords): string {
  const { off, settings } = words.texts;
  // A setting that is off is mentioned only if it is on by default.
  if (value === false) return off[name] ?? '';
  const text = valueText(value, words);
  return fillTemplate(settings[name] ?? `${name}: {value}`, { value: text });
}

function valueText(value: unknown, words: DictionaryWords): string {
  if (Array.isArray(value)) return value.map((each) => memberText(each, words)).join(', ');
  if (isObject(value) && typeof value['$field'] === 'string') return value['$field'];
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value as Readonly<Record<string, Part | null>>).flatMap(
      ([name, part]) => (part?.type === undefined ? [] : [[name, part] as const]),
    );
    const texts = parts.map(
      ([name, part]) =>
        `${part.label ? textOf(part.label, words) : name} (${words.texts.types[part.type ?? '']})`,
    );
    return texts.length > 0 ? texts.join(', ') : JSON.stringify(value);
  }
  return String(value);
}

/** A phrase with a value; none without a value. */
export function phrase(template: string, value: string | undefined): string[] {
  return value ? [fillTemplate(template, { value })] : [];
}

type Text = string | Readonly<Record<string, string>>;
type Part = { type?: string; label?: Text };
type Member = { label?: Text; value?: unknown; was?: string; retired?: unknown };

/** A choice by its label, and what is special about it. */
function memberText(member: unknown, words: DictionaryWords): string {
  if (typeof member !== 'object' || member === null) return String(member);
  const { label, value, was, retired } = member as Member;
  const said = label === undefined ? String(value) : textOf(label, words);
  const notes = [
    ...phrase(words.texts.rules.was, was),
    ...(retired ? [words.texts.rules.retired] : []),
  ];
  return notes.length === 0 ? said : `${said} (${notes.join(', ')})`;
}

function textOf(text: Text, words: DictionaryWords): string {
  return typeof text === 'string' ? textIn(text, '') : words.say(text);
}

function ruleWords(
  resource: Resource,
  field: Field,
  declared: Source,
  words: DictionaryWords,
): string[] {
  const { texts } = words;
  const { beyond, ...own } = resource.conditions.get(field.name) ?? {};
  const { shown, required, readOnly } = { ...own, ...beyond };
  const condition = (
    name: 'shownWhen' | 'requiredWhen' | 'readOnlyWhen',
    filter: DeclaredFilter | undefined,
  ): string[] =>
    filter ? phrase(texts.rules[name], filterWords(resource, filter.unresolved, words)) : [];
  const preset =
    field.default === undefined
      ? undefined
      : (copiedPath(field) ??
        defaultExpression(field) ??
        defaultText(field.default, declared, words));
  const together = resource.unique
    .filter((names) => names.includes(field.name))
    .map((names) =>
      names
        .filter((name) => name !== field.name)
        .map((name) => words.say(resource.fields.get(name)?.label ?? { en: name }))
        .join(', '),
    );
  return [
    ...phrase(texts.rules[field.stored ? 'stored' : 'computed'], field.computed),
    ...(field.computedInCode ? [texts.rules.computedInCode] : []),
    ...phrase(texts.rules.numbered, field.numbering && firstNumber(field.numbering)),
    ...(field.readOnly && !isDerived(field) && !field.numbering ? [texts.rules.readOnly] : []),
    ...phrase(texts.rules.was, field.was),
    ...phrase(texts.rules.default, preset),
    ...together.map((value) => fillTemplate(texts.rules.together, { value })),
    ...condition('shownWhen', shown),
    ...condition('requiredWhen', required),
    ...condition('readOnlyWhen', readOnly),
  ];
}

/** The label of the default choice, as forms show it. */
function defaultText(value: unknown, { choices = [] }: Source, words: DictionaryWords): string {
  const choice = (choices as unknown[]).find((one) => (one as Source)?.value === value);
  if (choice !== undefined) return memberText(choice, words);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function rolesText(
  descriptor: Descriptor,
  names: readonly string[],
  { texts, say }: Pick<DictionaryWords, 'texts' | 'say'>,
): string {
  const labels = names.map((name) => {
    const role = descriptor.roles.get(name);
    return role ? say(role.label) : name;
  });
  return labels.join(', ') || texts.nobody;
}
