import { requireItem } from '../../fields/require-entry.ts';
import { useMemo } from 'react';
import { type Operator, operators } from '../../fields/type/operators.ts';
import type { Field, Text } from '../../fields/type/field.ts';
import { useLanguage } from '../messages/language.ts';
import { uiOf } from './field-value.tsx';
import { useText } from '../messages/use-text.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isBefore, nowPath } from '../../descriptor/expression/before.ts';
import { formatExpression } from '../../descriptor/expression/format-expression.ts';
import { resolvePath } from '../../descriptor/expression/paths.ts';
import {
  type CountFilter,
  type ExpressionFilter,
  isAny,
  isFieldOperand,
  type Filter,
} from '../../descriptor/filter/filter.ts';
import { findField } from '../../descriptor/system-fields.ts';
import { threadFields } from '../../descriptor/filter/thread-filter.ts';
import { isToken, type Token } from '../../descriptor/expression/variables.ts';
import type { Messages } from '../messages/en/app.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** What writes a declaration in words: the texts of filters, and the texts of the descriptor. */
export type Words = {
  filterTexts: Messages['structure']['filter'];
  say: (text: Text) => string;
  operatorText: (operator: Operator, value: string) => string;
  /** The label of a value that is one of few. */
  valueText?: (field: Field, value: unknown) => string | undefined;
};

export function useFilterWords(): Words {
  const { structure, operators: names, values } = useTexts('app');
  const say = useText();
  const language = useLanguage();
  return useMemo(
    () => ({
      filterTexts: structure.filter,
      say,
      operatorText: (operator, value) => fillTemplate(names[operator].sentence, { value }),
      valueText: (field, value) =>
        uiOf(field)
          .options?.(field, language, values)
          .find((option) => option.value === value)?.label,
    }),
    [structure, names, values, say, language],
  );
}

/** A filter as a sentence: `Assigned to = the user or Assigned to is empty`. */
export function filterWords(resource: Resource, filter: Filter, words: Words): string {
  const { filterTexts: texts, operatorText } = words;
  const inside = (part: Filter) => partWords(resource, part, words);
  if ('and' in filter) return join(filter.and.map(inside), 'and', words);
  if ('or' in filter) return join(filter.or.map(inside), 'or', words);
  if ('not' in filter)
    return fillTemplate(texts.not, { value: filterWords(resource, filter.not, words) });
  if ('through' in filter) {
    const value = filterWords(filter.target, filter.some, words);
    const reference = fieldWords(resource, filter.through, words);
    return fillTemplate(texts.through, { reference, value });
  }
  if ('count' in filter) return countWords(filter, words);
  if ('expression' in filter) return expressionWords(resource, filter, words);
  const path = 'thread' in filter ? filter.thread : filter.path;
  const field = threadFields.get(path) ?? findField(resource, nowPath(path));
  const name =
    field && 'thread' in filter ? words.say(field.label) : fieldWords(resource, path, words);
  const value = filter.operands.map((operand) => operandText(resource, operand, words, field));
  const list = operators[filter.operator].takes === 'two' ? value.join(' – ') : value.join(', ');
  return `${name} ${operatorText(filter.operator, list)}`;
}

/** In parentheses where what stands beside it could be read as a part of it. */
function partWords(resource: Resource, part: Filter, words: Words): string {
  const text = filterWords(resource, part, words);
  return 'and' in part || 'or' in part ? `(${text})` : text;
}

function fieldWords(
  resource: Pick<Resource, 'fields'>,
  path: string,
  { filterTexts, say }: Words,
): string {
  const label = findField(resource, nowPath(path))?.label;
  const field = label ? say(label) : nowPath(path);
  return isBefore(path) ? fillTemplate(filterTexts.before, { field }) : field;
}

/** `Hours * 2 > sum(Hours of tasks.Last)`: the expression with the labels of its fields. */
function expressionWords(
  resource: Pick<Resource, 'name' | 'fields'>,
  { expression, reads }: ExpressionFilter,
  words: Words,
): string {
  const named = new Map(reads.map(({ resource: of }) => [of.name, of]));
  const nameOf = (path: string, collection = resource.name): string => {
    const of = named.get(collection) ?? resource;
    const way = resolvePath(of, path);
    if (!way || 'own' in way) return fieldWords(of, path, words);
    return `${words.say(way.reference.label)} › ${nameOf(way.rest, way.to)}`;
  };
  return formatExpression(expression, nameOf);
}

function countWords(filter: CountFilter, words: Words): string {
  const { count, operator, operands, among } = filter;
  const { resource, field } = count;
  const { filterTexts: texts } = words;
  const label = resource.fields.get(field)?.label;
  const records = `${resource.name} · ${label ? words.say(label) : field}`;
  if (among && isAny(filter))
    return fillTemplate(texts.some, { records, value: partWords(resource, among, words) });
  const value = words.operatorText(operator, operands.join(', '));
  const counted = among ? `${records} (${filterWords(resource, among, words)})` : records;
  return fillTemplate(texts.count, { records: counted, value });
}

/** Of no conditions, `and` is always true and `or` never. */
function join(parts: readonly string[], word: 'and' | 'or', { filterTexts: texts }: Words): string {
  if (parts.length === 0) return word === 'and' ? texts.always : texts.never;
  if (parts.length === 1) return requireItem(parts, 0).replace(/^\((.*)\)$/s, '$1');
  return parts.reduce((left, right) => fillTemplate(texts[word], { left, right }));
}

function operandText(
  resource: Resource,
  operand: unknown,
  words: Words,
  of: Field | undefined,
): string {
  if (isToken(operand)) return tokenText(operand, words);
  if (isFieldOperand(operand)) return fieldWords(resource, operand.field, words);
  const text = (of && words.valueText?.(of, operand)) ?? operand;
  return typeof text === 'string'
    ? fillTemplate(words.filterTexts.quoted, { value: text })
    : JSON.stringify(text);
}

function tokenText({ token, amount, unit }: Token, { filterTexts }: Words): string {
  const word = filterTexts.tokens[token];
  if (amount === 0) return word;
  return `${word} ${amount < 0 ? '−' : '+'} ${Math.abs(amount)} ${unit}`;
}
