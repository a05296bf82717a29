import type { RecordTabCodes } from '../admin/record/define-record-tab.ts';
import { masterTabs } from '../installation/masters/tabs.ui.ts';
import { projectTabs } from '../installation/projects/tabs.ui.ts';

/** The tabs this installation brings for pages of records, loaded by the browser when somebody opens one. */
export const tabCodes: RecordTabCodes = [...projectTabs, ...masterTabs];
