import { createContext, type ComponentType } from 'react';
import type { Text } from '../../fields/field.ts';

/** A tab of an extension, as the browser loads it when somebody opens it. */
type RecordTabUi = { Tab: ComponentType<{ id: string }> };

/** What is known of a tab's code before it is loaded. */
export type RecordTabCode = {
  name: string;
  /** On the pages of whose records it stands. */
  resource: string;
  label: Text;
  /** Resources that must be declared, and that whoever looks may list. */
  needs: readonly string[];
  load: () => Promise<RecordTabUi>;
};

export type RecordTabCodes = readonly RecordTabCode[];

/** The code of a tab on the page of a record, after the lists of what refers to it. */
export function defineRecordTab(tab: RecordTabUi): RecordTabUi {
  return tab;
}

/** The tabs this installation brings. */
export const RecordTabsContext = createContext<RecordTabCodes>([]);
