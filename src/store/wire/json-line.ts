import type { WriteLine } from './csv-line.ts';
import { toRfcMoment } from './rfc-moment.ts';
import type { JsonPart } from './wire.ts';

/** Separates the cells of a line; JSON never contains it unescaped. */
const DELIMITER = 2;

const [OPEN, CLOSE, COMMA, QUOTE] = [...'{},"'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** Turns the lines of objects and moments from `COPY` into JSON, each preceded by the text between two records. */
export function createJsonLineWriter(parts: readonly JsonPart[], between: string): WriteLine {
  const utf8 = new TextEncoder();
  const before = utf8.encode(between);
  const nothing = utf8.encode('null');
  const labels = parts.map((part) =>
    part !== 'object' ? utf8.encode(`${JSON.stringify(part.moment)}:`) : undefined,
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
