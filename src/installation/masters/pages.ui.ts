import type { PageCodes } from '../../admin/pages/define-page.ts';

/** The page of this folder, by its name in `app.pages`. */
export const masterPages: PageCodes = {
  generate: {
    resources: ['masters', 'extractions', 'mappings', 'chems', 'projects'],
    load: async () => (await import('./generate.ui.tsx')).generatePage,
  },
};
