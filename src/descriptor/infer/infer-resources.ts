import {
  columnNames,
  toColumnFacts,
  toComparableText,
  type ColumnFacts,
  type Row,
} from './column-facts.ts';
import { guessType, type Guess } from './guess-type.ts';
import { createFieldNames } from './names.ts';

export type InferredField = Guess & { name: string; header: string };

export type InferredResource = {
  name: string;
  fields: readonly InferredField[];
  importKey?: { field: string; because: string };
  /** Why there is no import key. */
  keyless?: string;
  label?: string;
  title?: string;
  unique?: readonly (readonly string[])[];
  checks?: readonly { check: Record<string, unknown>; message: string }[];
  list?: { columns: readonly string[]; sort?: string };
  /** What could not be converted, one sentence each. */
  remarks: readonly string[];
};

type Rows = { name: string; rows: readonly Row[]; isWritten: boolean };

/** Infers declarations for files of records: field types, keys, and references between files by their values. */
export function inferResources(files: readonly Rows[]): InferredResource[] {
  const drafts = files.map(({ name, rows, isWritten }) =>
    toDraft(
      name,
      columnNames(rows).map((column) => withGuess(toColumnFacts(rows, column, isWritten))),
    ),
  );
  for (const draft of drafts) draft.key = findKey(draft);
  return drafts.map((draft) => toResource(draft, drafts));
}

/** The same for one file beside other work, which `pause` lets run; with the facts about each field. */
export async function inferResource(
  { name, rows, isWritten }: Rows,
  pause: () => Promise<void>,
): Promise<{ resource: InferredResource; facts: ReadonlyMap<string, ColumnFacts> }> {
  const columns: GuessedColumn[] = [];
  for (const column of columnNames(rows)) {
    await pause();
    columns.push(withGuess(toColumnFacts(rows, column, isWritten)));
  }
  const draft = toDraft(name, columns);
  draft.key = findKey(draft);
  const facts = new Map(draft.fields.map((field) => [field.name, field.facts]));
  return { resource: toResource(draft, [draft]), facts };
}

type GuessedColumn = { facts: ColumnFacts; guess: Guess };

function withGuess(facts: ColumnFacts): GuessedColumn {
  return { facts, guess: guessType(facts) };
}

type DraftField = InferredField & { facts: ColumnFacts };
type Draft = {
  name: string;
  fields: DraftField[];
  remarks: string[];
  key?: DraftField | undefined;
};

function toDraft(name: string, columns: readonly GuessedColumn[]): Draft {
  const fields: DraftField[] = [];
  const remarks: string[] = [];
  const names = createFieldNames(name, { columns: columns.map(({ facts }) => facts) });
  for (const { facts, guess } of columns) {
    if (names.isSystem(facts.name)) {
      remarks.push(`${facts.name} is left out: every record already has it.`);
      continue;
    }
    const taken = names.nameField(facts.name);
    const header = facts.name.trim() === '' ? taken.name : facts.name;
    fields.push({ name: taken.name, header, facts, ...guess });
  }
  return { name, fields, remarks };
}

/**
 * The first column that is filled and unique in every row, preferably one whose name suggests a key. Without such a
 * name, numbers are measurements: that they differ in every row of this file says nothing about the next one.
 */
function findKey({ fields }: Draft): DraftField | undefined {
  const unique = fields.filter(({ facts, canBeKey }) => canBeKey && isUnique(facts));
  const isNamed = ({ name }: DraftField): boolean =>
    /(^id|Id|key|Key|code|Code|number|No|^nr|Nr)$/.test(name);
  return (
    unique.find((field) => isNamed(field) && !hasFractions(field.facts)) ??
    unique.find(({ facts }) => !isNumeric(facts))
  );
}

function isNumeric({ values }: ColumnFacts): boolean {
  return values.every((value) => Number.isFinite(Number(String(value).replace(',', '.'))));
}

function hasFractions(facts: ColumnFacts): boolean {
  return isNumeric(facts) && facts.values.some((value) => /[.,]/.test(String(value)));
}

function isUnique({ values, distinct, rows }: ColumnFacts): boolean {
  return rows > 1 && values.length === rows && distinct.size === rows;
}

function toResource(draft: Draft, drafts: readonly Draft[]): InferredResource {
  const fields = draft.fields.map((field) => {
    if (field === draft.key) return asKey(field);
    const target = drafts.find((other) => other !== draft && refersTo(field, other));
    return target ? asReference(field, target) : asFilledIn(field);
  });
  const named = fields.find(
    ({ name, hasWords, isSingle }) => hasWords && isSingle && /name$|title$|label$/i.test(name),
  );
  const title = named ?? draft.key;
  return {
    name: draft.name,
    fields: fields.map((field) =>
      field.name === title?.name && field.hasWords
        ? { ...field, declaration: { ...field.declaration, search: true } }
        : field,
    ),
    ...(draft.key
      ? { importKey: { field: draft.key.name, because: 'present and different in every row' } }
      : {
          keyless:
            'No column looks like a key, so files refer to records by _id. In a key, each row has a different value; measurements and dates do not count as keys.',
        }),
    ...(title && { title: `{${title.name}}` }),
    remarks: draft.remarks,
  };
}

function asKey(field: DraftField): InferredField {
  const search = field.hasWords ? { search: true } : {};
  const declaration = { ...field.declaration, required: true, unique: true, ...search };
  return { ...strip(field), declaration, because: `${field.because}, different in every row` };
}

function asFilledIn(field: DraftField): InferredField {
  const { values, rows } = field.facts;
  if (rows < 2 || values.length < rows) return strip(field);
  return {
    ...strip(field),
    declaration: { ...field.declaration, required: true },
    because: `${field.because}, present in every row`,
  };
}

/** Whether every value, or every member of every list, is a key of the other file. */
function refersTo({ facts, name }: DraftField, { key, name: target }: Draft): boolean {
  if (!key || facts.values.length === 0) return false;
  const members = facts.values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  if (!members.every((member) => key.facts.distinct.has(toComparableText(member)))) return false;
  // Small numbers occur in most columns of numbers, so then the name must suggest the reference too.
  const saysSo = name.toLowerCase().includes(target.toLowerCase().replace(/(ies|s)$/, ''));
  return saysSo || (key.hasWords && new Set(members.map(toComparableText)).size >= 3);
}

function asReference(field: DraftField, target: Draft): InferredField {
  const type = field.facts.values.some(Array.isArray) ? 'references' : 'reference';
  return {
    ...strip(field),
    declaration: { type, to: target.name },
    canBeKey: false,
    hasWords: false,
    because: `each value is a ${target.key?.name} of ${target.name}`,
  };
}

function strip({ facts: _, ...field }: DraftField): InferredField {
  return field;
}
