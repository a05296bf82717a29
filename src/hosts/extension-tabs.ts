import type { RecordTabCodes } from '../admin/pages/define-record-tab.ts';
import { masterTabs } from '../extensions/masters/tabs.ui.ts';
import { projectTabs } from '../extensions/projects/tabs.ui.ts';

/** The tabs this installation brings for pages of records, loaded by the browser when somebody opens one. */
export const tabCodes: RecordTabCodes = [...projectTabs, ...masterTabs];
