import { requireItem, requireValue } from '../../fields/require-entry.ts';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { CollectionDraft } from '../../contract/meta.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { isObject } from '../../descriptor/json-object.ts';
import type { Row } from '../../descriptor/infer/column-facts.ts';
import {
  inferResources,
  type InferredField,
  type InferredResource,
} from '../../descriptor/infer/infer-resources.ts';
import { createFieldNames, nameResource, toFieldName } from '../../descriptor/infer/names.ts';
import { writeResource } from '../../descriptor/infer/write-descriptor.ts';
import { parseDescriptor } from '../../descriptor/read/parse-descriptor.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { createFileScan } from '../../files/formats/file-scan.ts';
import { formats } from '../../files/formats/formats.ts';
import { readFileHeader, readFileRows } from '../../files/formats/read-file.ts';
import { withHeader, withPoints } from '../../files/import/infer-rows.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import { inspectFile } from './structure.ts';

/** The types of field that a form offers; the descriptor has more. */
const simpleTypes: Readonly<Record<string, { type: string } & Record<string, unknown>>> = {
  text: { type: 'text' },
  longText: { type: 'text', multiline: true },
  number: { type: 'number' },
  integer: { type: 'number', integer: true },
  date: { type: 'date' },
  datetime: { type: 'datetime' },
  boolean: { type: 'boolean' },
  email: { type: 'email' },
  url: { type: 'url' },
  doi: { type: 'doi' },
  cas: { type: 'cas' },
  tags: { type: 'tags' },
};

const name = z.string().trim().min(1).max(100);

export const draftBody = z.union([
  z.strictObject({
    name,
    fields: z
      .array(
        z.strictObject({
          name,
          type: z.enum(Object.keys(simpleTypes)),
          required: z.boolean().default(false),
          key: z.boolean().default(false).describe('Identifies a record: required and unique.'),
        }),
      )
      .min(1)
      .max(200),
  }),
  z.strictObject({
    name,
    text: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe('The first rows of a file: CSV, TSV, a JSON array or NDJSON.'),
  }),
]);

type Draft = z.output<typeof draftBody>;

/** Writes the declaration of a collection from its fields or from example rows. Changes nothing. */
export async function draftCollection(call: UserCall): Promise<Reply> {
  const read = await parseBody(call, draftBody);
  if (isRefusal(read)) return read;
  const { descriptor } = call;
  const freeName = nameCollection(descriptor, read.value.name);
  const draft =
    'text' in read.value
      ? await inferCollection(freeName, read.value.text)
      : { resource: toResource(freeName, read.value.fields) };
  if ('problem' in draft) return refuse(draft.problem, { status: 422 });
  const label = freeName === read.value.name ? {} : { label: read.value.name };
  const roles = [...descriptor.roles.keys()];
  const text = writeResource({ ...draft.resource, ...label }, roles);
  const { told } = await inspectFile(call);
  return answer(call, 200, CollectionDraft, {
    name: freeName,
    text: text.replace(/^ {4}/gm, ''),
    file: told.name,
    problems: checkDraft(descriptor, freeName, text),
  });
}

/** A name that the descriptor does not have yet. */
function nameCollection({ resources }: Descriptor, given: string): string {
  const { suggestedName } = nameResource(given, resources.size);
  return toFieldName(suggestedName, new Set(resources.keys())) ?? suggestedName;
}

type Column = Extract<Draft, { fields: unknown }>['fields'][number];

function toResource(resource: string, columns: readonly Column[]): InferredResource {
  const names = createFieldNames(resource, { columns });
  const fields = columns.map(({ name: column, type, required, key }): InferredField => {
    const { because, ...named } = names.nameField(column);
    const declaration = {
      ...requireValue(simpleTypes[type], type),
      ...((required || key) && { required: true }),
      ...(key && { unique: true }),
      ...(type === 'text' && { search: true }),
    };
    const reason = because === undefined ? 'as described' : `as described: ${because}`;
    return { ...named, declaration, because: reason, canBeKey: key, hasWords: type === 'text' };
  });
  const key = fields.find(({ canBeKey }) => canBeKey);
  const title = fields.find(({ hasWords }) => hasWords) ?? key;
  return {
    name: resource,
    fields,
    ...(key && { importKey: { field: key.name, because: 'identifies a record' } }),
    ...(title && { title: `{${title.name}}` }),
    remarks: [],
  };
}

/** The rows that decide the types; the text of a request has hardly more. */
const MOST_ROWS = 20_000;

async function inferCollection(
  resource: string,
  text: string,
): Promise<{ resource: InferredResource } | { problem: Problem }> {
  const bytes = Buffer.from(text);
  const open = () => Readable.from([bytes]);
  // The ending of a name only says what the content does not.
  const scan = createFileScan('pasted.csv');
  scan.push(bytes);
  const scanned = scan.end();
  if ('problem' in scanned) return scanned;
  const { isTable } = formats[scanned.layout.format];
  const layout = isTable ? await withHeader(open, scanned.layout) : scanned.layout;
  const header = await readFileHeader(open, layout);
  if (header && 'problems' in header) return { problem: requireItem(header.problems, 0) };
  const rows: Row[] = [];
  for await (const some of readFileRows(open, layout))
    for (const row of some) {
      if ('problem' in row) return { problem: row.problem };
      if (!isObject(row.value)) return { problem: problem('V002', 'text', { expected: 'object' }) };
      if (rows.length < MOST_ROWS) rows.push(row.value);
    }
  if (rows.length === 0) return { problem: problem('V001', 'text') };
  const pointed = isTable ? withPoints(rows).rows : rows;
  const inferred = inferResources([{ name: resource, rows: pointed, isWritten: isTable }]);
  return { resource: requireItem(inferred, 0) };
}

/** The check of the whole descriptor as it would be; only what it finds in the new collection is of interest. */
function checkDraft({ source }: Descriptor, resource: string, text: string): Problem[] {
  const { resources, ...rest } = source as { resources: object };
  // As text, because the check reads the new collection with its comments.
  const declared = JSON.stringify(resources).slice(1, -1);
  const others = JSON.stringify(rest).slice(1, -1);
  const whole = `{${others ? `${others},` : ''}"resources":{${declared},\n${text}\n}}`;
  const checked = parseDescriptor(whole);
  if ('descriptor' in checked) return [];
  return checked.problems
    .filter(({ path }) => `${path}.`.startsWith(`resources.${resource}.`))
    .map(({ code, path, message, params }) => ({ code, path, message, ...(params && { params }) }));
}
