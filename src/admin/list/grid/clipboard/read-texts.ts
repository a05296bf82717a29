import { mayDo, readableFields } from '../../../../descriptor/access.ts';
import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import { isTitleField, titleFields } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/field.ts';
import { uiOf } from '../../../kit/field-value.tsx';
import { language } from '../../../messages/language.ts';
import { findMeant, type Meant } from './find-meant.ts';
import { isNumeric, readNumbers, type NumberReading } from './read-numbers.ts';

type TextCell = { field: Field; text: string };

/** What a text stands for; with the reason where that cannot be told. */
type ReadCell = { value: unknown; refused?: string };

type Asker = { descriptor: Descriptor; role: string };
type Found = ReadonlyMap<string, ReadonlyMap<string, Meant>>;

/** The values of texts, each record that is meant looked up with all others of its resource. */
export async function readTexts(
  asker: Asker,
  cells: readonly TextCell[],
  isOurs: boolean,
): Promise<{ values: ReadCell[]; note: string | undefined }> {
  const named = new Map<string, Set<string>>();
  for (const { field, text } of cells) {
    const to = field.kind.relation?.(field.settings).to;
    if (to === undefined) continue;
    const names = named.get(to) ?? new Set();
    for (const name of splitNames(field, text)) names.add(name);
    named.set(to, names);
  }
  const found = new Map<string, ReadonlyMap<string, Meant>>();
  for (const [to, names] of named) found.set(to, await find(asker, to, [...names]));
  const numbers = readNumbers(cells, isOurs);
  return { values: cells.map((cell) => readCell(cell, found, numbers)), note: numbers.note };
}

function readCell({ field, text }: TextCell, found: Found, numbers: NumberReading): ReadCell {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const relation = field.kind.relation?.(field.settings);
  if (relation) return readReference({ field, text }, relation.many, found.get(relation.to));
  // What a menu calls a value means the value too.
  const options = uiOf(field).options?.(field, language(), (key) => key);
  const chosen = options?.find(({ label }) => label.toLowerCase() === trimmed.toLowerCase());
  if (chosen) return { value: chosen.value };
  if (!isNumeric(field)) return { value: field.kind.text.read(text, field.settings) };
  const read = numbers.read(text);
  if ('refused' in read) return { value: text, refused: read.refused };
  return { value: field.kind.text.read(read.text, field.settings) };
}

function readReference(
  { field, text }: TextCell,
  many: boolean,
  found: ReadonlyMap<string, Meant> | undefined,
): ReadCell {
  // Where nobody may look for records, only their ids can be meant.
  const meant = splitNames(field, text).map((name) => found?.get(name) ?? { id: name });
  const refused = meant.flatMap((each) => ('refused' in each ? [each.refused] : []));
  if (refused.length > 0) return { value: text, refused: [...new Set(refused)].join('; ') };
  const ids = meant.flatMap((each) => ('id' in each ? [each.id] : []));
  return { value: many ? ids : ids[0] };
}

function splitNames({ kind, settings }: Field, text: string): string[] {
  const names = kind.relation?.(settings).many ? text.split(/[,;|]/) : [text];
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

async function find(
  { descriptor, role }: Asker,
  to: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Meant>> {
  const target = descriptor.resources.get(to);
  if (!target || names.length === 0 || !mayDo(descriptor, role, target, 'list')) return new Map();
  const readable = new Set(readableFields(descriptor, role, target));
  const fields = [target.importKey, ...titleFields(target)].filter((name) => {
    const field = target.fields.get(name);
    const canBeFound = field && isTitleField(field) && field.kind.filter.operators.includes('in');
    return canBeFound && readable.has(name);
  });
  return findMeant(target, [...new Set(['_id', ...fields])], names);
}
