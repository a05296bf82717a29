import type { PageCodes } from '../../admin/pages/define-page.ts';

/** The pages of this folder, by their names in `app.pages`. */
export const toolPages: PageCodes = {
  lookup: {
    resources: ['chems', 'sources'],
    load: async () => (await import('./lookup.ui.tsx')).lookup,
  },
};
