import { createContext, type ComponentType } from 'react';
import type { Text } from '../../fields/type/field.ts';

/** A tab of an extension, loaded when the user opens it. */
type RecordTabUi = { Tab: ComponentType<{ id: string }> };

/** What is known of a tab before its code is loaded. */
export type RecordTabCode = {
  name: string;
  /** The resource whose records have the tab. */
  resource: string;
  label: Text;
  /** Resources that must be declared and that the user may list. */
  needs: readonly string[];
  load: () => Promise<RecordTabUi>;
};

export type RecordTabCodes = readonly RecordTabCode[];

/** Declares a tab on the page of a record. It comes after the lists of what refers to the record. */
export function defineRecordTab(tab: RecordTabUi): RecordTabUi {
  return tab;
}

/** The tabs of this installation. */
export const RecordTabsContext = createContext<RecordTabCodes>([]);
