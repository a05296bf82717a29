import type { PageCodes } from '../admin/pages/define-page.ts';
import { mappingPages } from '../extensions/mappings/pages.ui.ts';
import { masterPages } from '../extensions/masters/pages.ui.ts';
import { toolPages } from '../extensions/tools/pages.ui.ts';

/**
 * The pages this installation brings code for. The server reads their names alone; the code is
 * loaded by the browser, when somebody goes there.
 */
export const pageCodes: PageCodes = { ...mappingPages, ...masterPages, ...toolPages };
