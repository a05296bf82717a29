import type { Screens } from '../../../src/admin/extending.ts';

/** What this installation adds to the screens: the part of the manifest that browsers load. */
export const screens: Screens = {
  pages: {
    machineBoard: {
      resources: ['machines'],
      load: async () => (await import('./machines/board.ui.tsx')).board,
    },
    machinePlaces: {
      resources: ['machines', 'places'],
      load: async () => (await import('./machines/places.ui.tsx')).places,
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
  replace: [
    {
      part: 'toolbar',
      resource: 'machines',
      load: async () => (await import('./machines/toolbar.ui.tsx')).machineToolbar,
    },
    {
      part: 'signInPicture',
      load: async () => (await import('./machines/sign-in-picture.ui.tsx')).signInPicture,
    },
    {
      part: 'cell',
      resource: 'machines',
      field: 'risk',
      load: async () => (await import('./machines/risk.ui.tsx')).riskCell,
    },
    {
      part: 'input',
      resource: 'machines',
      field: 'priority',
      load: async () => (await import('./machines/priority.ui.tsx')).priorityInput,
    },
  ],
};
