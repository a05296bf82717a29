import type { FieldType } from './field-type.ts';

/** A text in each language of the installation, keyed by language code. */
export type Text = Readonly<Record<string, string>>;

/** A nested filter as JSON: `{"status": "open"}`. */
export type Where = Readonly<Record<string, unknown>>;

/** One field of a resource as the descriptor means it, every default filled in. */
export type Field = {
  name: string;
  /** The name of the type, for the registry of the browser's parts and for saying it; never to branch on. */
  type: string;
  kind: FieldType;
  /** The type's own settings, parsed. */
  settings: Readonly<Record<string, any>>;
  label: Text;
  help?: Text;
  /** What files call it besides. */
  aliases?: readonly string[];
  /** What it was called before. */
  was?: string;
  required: boolean;
  unique: boolean;
  search: boolean;
  readOnly: boolean;
  /** An expression over the record and what it refers to; nobody writes the field. */
  computed?: string;
  /** Computed when the record is written and kept with it, instead of whenever it is read. */
  stored: boolean;
  default?: unknown;
  /** Filters over the record, as declared; what they come to is known by `descriptor/rules`. */
  when?: { shown?: Where; required?: Where; readOnly?: Where };
  /** Roles that may read or write it; absent: whoever may read or write the record. */
  read?: readonly string[];
  write?: readonly string[];
};
