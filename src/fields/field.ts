import type { FieldType } from './field-type.ts';

/** A text in each language of the installation, keyed by language code. */
export type Text = Readonly<Record<string, string>>;

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
  required: boolean;
  unique: boolean;
  search: boolean;
  readOnly: boolean;
  default?: unknown;
  /** Roles that may read or write it; absent: whoever may read or write the record. */
  read?: readonly string[];
  write?: readonly string[];
};
