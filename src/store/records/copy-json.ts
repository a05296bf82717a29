import type { Resource } from '../../descriptor/descriptor.ts';
import { findPlace, OWN } from '../schema/place.ts';
import type { CopyJson } from '../store.ts';
import type { Copy } from './copy-records.ts';
import type { WriteLine } from '../wire/csv-line.ts';
import { recordColumns, type RecordJsonOptions } from '../schema/record-json.ts';
import { toRfcMoment } from '../wire/rfc-moment.ts';

/**
 * JSON of records, the same bytes as `streamRecords` answers, which become no text here. Moments are put among
 * the rest here: PostgreSQL takes a sixth of its time to write two of them for each record as JSON has them.
 */
export function copyJson(
  resource: Resource,
  source: string,
  { names, between }: CopyJson & { names: readonly string[] },
  writing: RecordJsonOptions,
): Copy {
  const parts = toParts(resource, names);
  const selected = parts.map((part, at) =>
    'moment' in part ? findPlace(resource, part.moment).sql : `row_to_json(x${at})`,
  );
  const joined = parts.flatMap((part, at) =>
    'moment' in part
      ? []
      : ` cross join lateral (select ${recordColumns(resource, part.names, writing)}) x${at}`,
  );
  return {
    select: `select ${selected.join(', ')} from ${source} ${OWN}${joined.join('')}`,
    as: AS_IT_IS,
    writeLine: createJsonWriter(parts, between),
  };
}

/** No JSON has these signs bare, so that nothing is put in quotes and no `\` is doubled. */
const AS_IT_IS = `format csv, quote E'\\x01', delimiter E'\\x02'`;
const DELIMITER = 2;

/** Fields that PostgreSQL writes as an object, and a moment between two of them. */
type Part = { names: string[] } | { moment: string };

function toParts(resource: Resource, names: readonly string[]): Part[] {
  const parts: Part[] = [];
  for (const name of names) {
    const last = parts.at(-1);
    if (isMoment(resource, name)) parts.push({ moment: name });
    else if (last && 'names' in last) last.names.push(name);
    else parts.push({ names: [name] });
  }
  return parts;
}

/** A moment that is computed may have more digits than those that are kept. */
function isMoment(resource: Resource, name: string): boolean {
  if (resource.fields.get(name)?.computed !== undefined) return false;
  const { shape, type } = findPlace(resource, name);
  return shape === 'column' && type === 'timestamptz';
}

const [OPEN, CLOSE, COMMA, QUOTE] = [...'{},"'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

function createJsonWriter(parts: readonly Part[], between: string): WriteLine {
  const utf8 = new TextEncoder();
  const before = utf8.encode(between);
  const nothing = utf8.encode('null');
  const labels = parts.map((part) =>
    'moment' in part ? utf8.encode(`${JSON.stringify(part.moment)}:`) : undefined,
  );
  const write: (...of: Parameters<WriteLine>) => number = (line, from, to, out, start) => {
    out.set(before, start);
    let at = start + before.length;
    let read = from;
    for (let part = 0; part < labels.length; part++) {
      const end = part === labels.length - 1 ? to - 1 : line.indexOf(DELIMITER, read);
      const label = labels[part];
      out[at++] = part === 0 ? OPEN : COMMA;
      if (label === undefined) at += line.copy(out, at, read + 1, end - 1);
      else {
        out.set(label, at);
        at += label.length;
        if (read === end) {
          out.set(nothing, at);
          at += nothing.length;
        } else {
          out[at++] = QUOTE;
          at = toRfcMoment(out, at, at + line.copy(out, at, read, end));
          out[at++] = QUOTE;
        }
      }
      read = end + 1;
    }
    out[at++] = CLOSE;
    return at;
  };
  const more = labels.reduce((sum, label) => sum + (label?.length ?? 0) + 8, before.length);
  return Object.assign(write, { mostFor: (length: number) => length + more });
}
