import type { FieldSettings, FieldType } from './field-type.ts';
import type { Numbering } from './numbering.ts';

/** A text in each language of the installation, keyed by language code. */
export type Text = Readonly<Record<string, string>>;

/** A nested filter as JSON: `{"status": "open"}`. */
export type NestedFilter = Readonly<Record<string, unknown>>;

/** Code of the installation that loads when somebody first subscribes. */
export type LateCode = {
  /** Undefined until it has loaded. */
  get(): unknown;
  subscribe(changed: () => void): () => void;
};

/** How code of the installation shows and enters a field. What is missing is as its type has it. */
export type FieldLook = {
  cell?: LateCode & {
    /** Where values are shown this way; everywhere if absent. */
    places?: readonly ('list' | 'page' | 'head')[];
  };
  input?: LateCode;
};

/** One field of a resource as the descriptor defines it, with every default filled in. */
export type Field = {
  name: string;
  /** The name of the type, for the browser's registry and for texts; never for a branch in code. */
  type: string;
  kind: FieldType;
  /** The type's own settings, parsed. */
  settings: FieldSettings;
  label: Text;
  help?: Text;
  /** Other names for it in files. */
  aliases?: readonly string[];
  /** Its former name. */
  was?: string;
  required: boolean;
  unique: boolean;
  search: boolean;
  /** Has an index that a list can be sorted by. */
  index: boolean;
  readOnly: boolean;
  /** The parent in the tree of the records that it refers to: the name of that field; absent without a tree. */
  branches?: string;
  /** An expression over the record and its references; nobody edits the field. */
  computed?: string;
  /** Code of the installation computes it when the record is written; nobody edits the field. */
  computedInCode: boolean;
  /** Computed when the record is written and stored with it, instead of on every read. */
  stored: boolean;
  /** How the system numbers new records; nobody edits the field, and every record has a value. */
  numbering?: Numbering;
  default?: unknown;
  /** Filters over the record, as declared; `descriptor/rules` evaluates them. */
  when?: { shown?: NestedFilter; required?: NestedFilter; readOnly?: NestedFilter };
  /** On the screens: how code of the installation shows it. */
  look?: FieldLook;
  /** Of a value behind references: the path of the last one, such as `source.project`, and the collection it leads to. */
  behind?: { reference: string; resource: string };
  /** Roles that may read or write it; absent: all that may read or write the record. */
  read?: readonly string[];
  write?: readonly string[];
};
