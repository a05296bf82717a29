import type { PageCodes } from '../admin/pages/define-page.ts';
import { mappingPages } from '../installation/mappings/pages.ui.ts';
import { masterPages } from '../installation/masters/pages.ui.ts';
import { toolPages } from '../installation/tools/pages.ui.ts';

/**
 * The pages this installation brings code for. The server reads their names alone; the code is
 * loaded by the browser, when somebody goes there.
 */
export const pageCodes: PageCodes = { ...mappingPages, ...masterPages, ...toolPages };
