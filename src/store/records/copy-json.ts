import type { Resource } from '../../descriptor/descriptor.ts';
import type { CopyJson } from '../store.ts';
import type { Copy } from './copy-records.ts';
import type { WriteLine } from './csv-line.ts';
import { recordColumns, selectJson, type RecordJsonOptions } from './record-json.ts';

/** JSON of records, the same bytes as `streamRecords` answers, which become no text here. */
export function copyJson(
  resource: Resource,
  source: string,
  { names, between }: CopyJson & { names: readonly string[] },
  writing: RecordJsonOptions,
): Copy {
  return {
    select: `select row_to_json(x) ${selectJson(source, recordColumns(resource, names, writing))}`,
    as: AS_IT_IS,
    writeLine: createJsonWriter(between),
  };
}

/** No JSON has these signs bare, so that nothing is put in quotes and no `\` is doubled. */
const AS_IT_IS = `format csv, quote E'\\x01', delimiter E'\\x02'`;

function createJsonWriter(between: string): WriteLine {
  const before = new TextEncoder().encode(between);
  const write: (...of: Parameters<WriteLine>) => number = (line, from, to, out, at) => {
    out.set(before, at);
    // Without its line feed.
    return at + before.length + line.copy(out, at + before.length, from, to - 1);
  };
  return Object.assign(write, { mostFor: (length: number) => length + before.length });
}
