import type { PageCodes } from '../../admin/pages/define-page.ts';

/** The page of this folder, by its name in `app.pages`. */
export const mappingPages: PageCodes = {
  mappingOverview: {
    resources: ['mappings', 'extractions', 'sources', 'chems', 'chemFunctions'],
    load: async () => (await import('./overview.ui.tsx')).mappingOverview,
  },
};
