import { useState } from 'react';
import { insertAt, moveAt, renameMember } from '../../../../descriptor/edits/edit.ts';
import { isObject, isSameJson } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { asObject, asTexts } from '../../../../descriptor/read/draft.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { moveEntry, removeEntry } from './list-edits.ts';
import { moveWithFocus } from './reorder.ts';
import { usePathParts, useSettingNames } from './setting-context.ts';
import {
  entryOf,
  hasNames,
  settingsOf,
  toEntrySetting,
  typesOf,
  type Setting,
  type SettingKind,
} from './to-settings.ts';
import { useLabelOf } from './use-label-of.ts';
import { useSettingWords } from './use-setting-words.ts';

/** An entry, and what leads to it: its place in a list, or its name. */
type ListedEntry = readonly [step: string | number, entry: unknown];

/** The entries of a list, or of an object whose names people choose. */
export function entriesIn(value: unknown): readonly ListedEntry[] {
  if (isObject(value)) return Object.entries(value);
  return Array.isArray(value) ? value.map((entry: unknown, at) => [at, entry]) : [];
}

type Edited = { path: Path; setting: Setting };

/** The edits of the entries of a list. */
export function useListEdits({ path, setting }: Edited, list: readonly ListedEntry[]) {
  const { edit } = useStructureDraft();
  const { entry: texts } = useTexts('structure-fields');
  const summaryOf = useSummary(setting);
  const count = list.length;
  const { isRequired } = setting;
  const summaryAt = (at: number): string => summaryOf(list[at] ?? [at, undefined], at);
  const stepAt = (at: number): string | number => list[at]?.[0] ?? at;
  const place = (at: number, to: number) =>
    edit((files) =>
      hasNames(setting)
        ? moveAt(files, [...path, stepAt(at)], list[to]?.[0])
        : moveEntry(files, { list: path, at, value: list[at]?.[1] }, { list: path, at: to, count }),
    );
  return {
    place,
    summaryOf: summaryAt,
    mover: (at: number, way: -1 | 1) => {
      if (at + way < 0 || at + way >= count) return undefined;
      return () => {
        moveWithFocus(() => place(at, at + (way > 0 ? 2 : -1)));
        const words = { name: summaryAt(at), place: at + way + 1, count };
        announce(fillTemplate(texts.moved, words));
      };
    },
    add: () =>
      edit((files) =>
        insertAt(files, path, {
          key: hasNames(setting) ? newName(setting, list) : count,
          value: startOf(setting, list),
        }),
      ),
    remove: (at: number) =>
      edit((files) => removeEntry(files, { list: path, at: stepAt(at) }, { count, isRequired })),
    rename: (from: string, to: string) =>
      edit((files) => renameMember(files, [...path, from], to.trim())),
  };
}

type Known = { list: readonly ListedEntry[]; keys: readonly number[]; next: number };

/**
 * Keys for the entries of a list. An entry keeps its key when it moves, and when it alone changes, also by an undo, so
 * that it stays open and the focus stays in it. `next` is the key of the next new one.
 */
export function useEntryKeys(list: readonly ListedEntry[]): Omit<Known, 'list'> {
  const [known, setKnown] = useState<Known>(() => follow({ list: [], keys: [], next: 0 }, list));
  if (isSameJson(known.list, list)) return known;
  const now = follow(known, list);
  setKnown(now);
  return now;
}

function follow({ list: before, keys, next }: Known, list: readonly ListedEntry[]): Known {
  const free = new Map(keys.map((key, at) => [key, before[at]]));
  const take = (key: number | undefined): number | undefined => {
    if (key === undefined || !free.has(key)) return undefined;
    free.delete(key);
    return key;
  };
  const same = list.map((entry) =>
    take([...free].find(([, one]) => one && isSameEntry(one, entry))?.[0]),
  );
  let fresh = next;
  const followed = same.map((key, at) => key ?? take(keys[at]) ?? fresh++);
  return { list, keys: followed, next: fresh };
}

/** Places change as entries move. Names belong to the entry. */
function isSameEntry([step, one]: ListedEntry, [other, entry]: ListedEntry): boolean {
  return isSameJson(one, entry) && (typeof step === 'number' || step === other);
}

/** An entry in one line: its label, else what it names. */
function useSummary(setting: Setting) {
  const { entry: texts } = useTexts('structure-fields');
  const { collections, fields: ownFields } = useSettingNames();
  const { optionOf } = useSettingWords();
  const parts = usePathParts(true);
  const named: Partial<Record<SettingKind, typeof ownFields>> = {
    collection: collections,
    field: ownFields,
  };
  const labelOf = useLabelOf();
  const settings = settingsOf(entryOf(setting));
  const worded = settings.find(({ kind, name }) => kind === 'localized' && name !== 'help');
  return ([step, entry]: ListedEntry, at: number): string => {
    if (typeof step === 'string') return labelOf(entry, step);
    const fields = asTexts(entry).map((name) => parts.find(([one]) => one === name)?.[1] ?? name);
    const value = asObject(entry);
    const words = settings.flatMap(({ name, kind }) => {
      const one = value[name];
      if (typeof one !== 'string' || kind === 'localized') return [];
      if (kind === 'option') return [optionOf(one)];
      return [named[kind]?.find(([known]) => known === one)?.[1] ?? one];
    });
    const { name = value['key'] } = value;
    const usual = typeof name === 'string' ? nameToLabel(name) : words.slice(0, 2).join(' · ');
    const label = labelOf({ label: worded && value[worded.name] }, '');
    return label || usual || fields.join(' · ') || fillTemplate(texts.unnamed, { place: at + 1 });
  };
}

/** A new entry: a name that no other has, and the first of a few words where one is needed. */
function startOf(setting: Setting, list: readonly ListedEntry[]): unknown {
  const entry = entryOf(setting);
  const { kind: form } = toEntrySetting(entry);
  if (form === 'text') return '';
  if (form === 'fields') return [];
  const [type] = typesOf(entry);
  if (type !== undefined) return { type };
  const needed = settingsOf(entry).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(
    needed.flatMap(({ name, kind, options }) => {
      const isName = kind === 'text' && (name === 'name' || name === 'key');
      const start = isName ? newName(setting, list) : options[0];
      return kind === 'option' || isName ? [[name, start]] : [];
    }),
  );
}

/** A name that no entry has. */
function newName({ name }: Setting, list: readonly ListedEntry[]): string {
  const taken = list.flatMap(([step, entry]) => [step, ...Object.values(asObject(entry))]);
  const stem = name.replace(/s$/, '');
  const numbers = Array.from({ length: list.length + 1 }, (_, at) => `${stem}${at + 1}`);
  return numbers.find((one) => !taken.includes(one)) ?? stem;
}
