import type { DescribedChange } from '../../../../descriptor/edits/describe-change.ts';
import { isObject, isSameJson, type JsonObject } from '../../../../descriptor/json-object.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { usePlaceWords } from './use-place-words.ts';

type Change<Kind> = Extract<DescribedChange, { kind: Kind }>;

/** A change in one line of words, between what was declared and what is now. */
export function useChangeText(
  before: JsonObject,
  after: JsonObject,
): (change: DescribedChange) => string {
  const { changed: texts } = useTexts('structure-draft');
  const was = usePlaceWords(before);
  const is = usePlaceWords(after);
  return (change) => {
    const { kind, path } = change;
    if (kind === 'removed') return fillTemplate(texts.removed, { path: was.placeText(path) });
    const place = { path: is.placeText(path) };
    if (kind === 'renamed')
      return fillTemplate(texts.renamed, { ...place, from: change.from, to: String(path.at(-1)) });
    if (kind === 'moved') return fillTemplate(texts.moved, place);
    if (kind === 'changed') return fillTemplate(texts.value, { ...place, value: toText(change) });
    const value = valueAt(after, path);
    return isObject(value)
      ? fillTemplate(texts.added, place)
      : fillTemplate(texts.value, { ...place, value: cut(is.valueText(path, value)) });
  };

  function toText(change: Change<'changed'>): string {
    const { path } = change;
    if (Array.isArray(change.before) && Array.isArray(change.after))
      return listText(change, change.before, change.after);
    return fillTemplate(texts.changed, {
      before: cut(was.valueText(path, change.before)),
      after: cut(is.valueText(path, change.after)),
    });
  }

  /** What is new in a list, gone, or another than before. */
  function listText({ path }: Change<'changed'>, from: unknown[], to: unknown[]): string {
    const added = to.filter((one) => !isIn(one, from));
    const keys = { before: from.map(keyOf), after: to.map(keyOf) };
    const parts = {
      listAdded: is.valueText(path, without(added, keys.before)),
      listRemoved: was.valueText(path, without(from, keys.after)),
      listChanged: is.valueText(path, without(added, without(keys.after, keys.before))),
    } as const;
    const said = (['listAdded', 'listRemoved', 'listChanged'] as const).flatMap((part) =>
      parts[part] === '' ? [] : [fillTemplate(texts[part], { values: cut(parts[part]) })],
    );
    return said.join('; ') || texts.order;
  }
}

function isIn(one: unknown, all: readonly unknown[]): boolean {
  return all.some((other) => isSameJson(one, other));
}

/** The entries that are not known by one of these. */
function without(entries: readonly unknown[], keys: readonly unknown[]): unknown[] {
  return entries.filter((one) => !isIn(keyOf(one), keys));
}

/** What an entry of a list is known by. */
function keyOf(entry: unknown): unknown {
  return isObject(entry)
    ? (entry['value'] ?? entry['name'] ?? entry['key'] ?? entry['tab'] ?? entry)
    : entry;
}

const LONGEST = 200;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
