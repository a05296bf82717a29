import type { Screens } from '../../../src/admin/extending.ts';

/** What this installation adds to the screens: the part of the manifest that browsers load. */
export const screens: Screens = {
  pages: {
    machineBoard: {
      resources: ['machines'],
      load: async () => (await import('./machines/board.ui.tsx')).board,
    },
  },
  tabs: [
    {
      name: 'note',
      resource: 'machines',
      label: { en: 'Note', de: 'Notiz' },
      needs: ['machines'],
      load: async () => (await import('./machines/note-tab.ui.tsx')).noteTab,
    },
  ],
  fields: [
    {
      resource: 'machines',
      field: 'risk',
      load: async () => (await import('./machines/risk.ui.tsx')).riskLook,
    },
    {
      resource: 'machines',
      field: 'priority',
      load: async () => (await import('./machines/priority.ui.tsx')).priorityLook,
    },
  ],
};
