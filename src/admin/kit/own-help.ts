import { createContext } from 'react';
import type { Text } from '../../fields/type/field.ts';

/** Help that an installation adds: what it is for, the most useful things to do, its keys, and its place in the documentation. */
export type OwnHelp = {
  about: Text;
  steps: readonly Text[];
  /** By the keys, such as `Ctrl+Enter`. */
  keys?: Readonly<Record<string, Text>>;
  /** The name of a page of `docs`, and one of its anchors: `handbook#review-a-source`. */
  docs: string;
};

/** By the name of a page, or of a resource for the pages of its records. Loaded when somebody asks for help. */
export type OwnHelps = Readonly<Record<string, () => Promise<OwnHelp>>>;

/** The help of this installation. */
export const OwnHelpContext = createContext<OwnHelps>({});
