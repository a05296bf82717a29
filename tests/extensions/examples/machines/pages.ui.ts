import type { PageCodes } from '../../../../src/admin/pages/define-page.ts';

/** The pages of this folder, by their names in `app.pages`. */
export const machinePages: PageCodes = {
  machineBoard: {
    resources: ['machines'],
    load: async () => (await import('../../../installation/examples/machines/board.ui.tsx')).board,
  },
};
