import type { Field } from '../type/field.ts';
import type { FieldType } from '../type/field-type.ts';
import { languages } from '../problems/languages.ts';
import { toField } from '../type/to-field.ts';
import { number } from '../types/number/number.ts';
import { text } from '../types/text/text.ts';

type Part = { type: string; kind: FieldType; label: { en: string; de: string } };

const declared: Readonly<Record<string, Part>> = {
  name: { type: 'text', kind: text, label: { en: 'File name', de: 'Dateiname' } },
  title: { type: 'text', kind: text, label: { en: 'Title', de: 'Titel' } },
  type: { type: 'text', kind: text, label: { en: 'File type', de: 'Dateityp' } },
  size: { type: 'number', kind: number, label: { en: 'File size', de: 'Dateigröße' } },
  id: { type: 'text', kind: text, label: { en: 'File ID', de: 'Datei-ID' } },
  sha256: { type: 'text', kind: text, label: { en: 'SHA-256', de: 'SHA-256' } },
};

/** The parts of a file, for filters and columns such as `document.name`. */
export const fileServices: ReadonlyMap<string, Field> = new Map(
  Object.entries(declared).map(([name, { type, kind, label }]) => [
    name,
    toField(kind, name, { type, label, readOnly: true }, languages),
  ]),
);
