import { checkNewName, insertAt } from '../../../../descriptor/edits/edit.ts';
import {
  openFiles,
  type DescriptorFiles,
  type Edited,
  type Refusal,
} from '../../../../descriptor/edits/open-files.ts';
import { toFieldName } from '../../../../descriptor/infer/names.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fieldsPath, languagesOf, memberOf, type FieldRow } from './field-rows.ts';
import { wordsIn, withWords } from '../settings/text-parts.ts';

type Edit = (files: DescriptorFiles) => Edited;

/** A field that is not declared yet, and where people see it. */
export type NewField = {
  name: string;
  field: JsonObject;
  /** The place of the section of the form that shows it; without one, it follows the sections. */
  section?: number | undefined;
  /** Whether it becomes a column of the list. */
  isColumn: boolean;
};

/** Adds a field, and shows it in a section of the form and as a column of the list. */
export function addField(declared: JsonObject, collection: string, added: NewField): Edit {
  const { name, field, section, isColumn } = added;
  const lists = [
    ...(isColumn ? [['resources', collection, 'list', 'columns']] : []),
    ...(section === undefined
      ? []
      : [[...sectionsOf(declared, collection).path, section, 'fields']]),
  ];
  const insert: Edit = (files) =>
    insertAt(files, fieldsPath(collection), { key: name, value: field });
  return lists.reduce((before, path) => inTurn(before, withEntry(declared, path, name)), insert);
}

/** Adds a text to a list that is declared; a list with its default shows new fields anyway. */
function withEntry(declared: JsonObject, path: Path, name: string): Edit {
  const list = valueAt(declared, path);
  return (files) =>
    Array.isArray(list) ? insertAt(files, path, { key: list.length, value: name }) : { files };
}

function inTurn(first: Edit, second: Edit): Edit {
  return (files) => {
    const edited = first(files);
    return 'refused' in edited ? edited : second(edited.files);
  };
}

/** The titles of the sections of a form, and where they are declared. */
export function sectionsOf(declared: JsonObject, collection: string) {
  const path: Path = ['resources', collection, 'form'];
  const form = valueAt(declared, path);
  const tabs = Array.isArray(form) ? form : asObject(form)['tabs'];
  return {
    path: Array.isArray(form) ? path : [...path, 'tabs'],
    titles: (Array.isArray(tabs) ? tabs : []).map((tab: unknown) => asObject(tab)['tab']),
  };
}

/** Whether the list of a collection says which columns it has. */
export function hasColumns(declared: JsonObject, collection: string): boolean {
  return Array.isArray(valueAt(declared, ['resources', collection, 'list', 'columns']));
}

/** What is wrong with the name of a new field, or of a field that gets another one. */
export function nameProblem(
  files: DescriptorFiles,
  { collection, rows }: { collection: string; rows: readonly FieldRow[] },
  name: string,
): Refusal | undefined {
  const opened = openFiles(files);
  if ('refused' in opened) return opened.refused;
  const path = [...fieldsPath(collection), name];
  // A file that is typed by hand cannot tell names apart that differ only in case.
  const twin = rows.some((row) => row.name.toLowerCase() === name.toLowerCase());
  return (
    checkNewName(opened, fieldsPath(collection), name) ??
    (twin ? { reason: 'taken', path } : undefined)
  );
}

/** A copy of a field directly below it. Its labels get the number that tells its name apart. */
export function duplicateField(
  declared: JsonObject,
  row: FieldRow,
  rows: readonly FieldRow[],
): { name: string; edit: Edit } {
  const languages = languagesOf(declared);
  const name = toFieldName(row.name, new Set(rows.map((one) => one.name))) ?? row.name;
  const number = /\d+$/.exec(name)?.[0] ?? '';
  // Two fields cannot have the same former name, or the same names in files.
  const { was: _, aliases: __, label, ...field } = row.field;
  const numbered = languages.reduce<unknown>((text, language) => {
    const own = wordsIn(label, language, languages);
    const words = { language, text: `${own} ${number}`, usual: '' };
    return own === '' ? text : withWords(text, languages, words);
  }, label);
  const value = { ...(numbered !== undefined && { label: numbered }), ...field };
  const following = rows[rows.indexOf(row) + 1];
  const before = following && memberOf(following);
  return {
    name,
    edit: (files) => insertAt(files, row.path.slice(0, -1), { key: name, value, before }),
  };
}
