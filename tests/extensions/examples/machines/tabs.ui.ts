import type { RecordTabCodes } from '../../../../src/admin/record/define-record-tab.ts';

/** What the page of a machine has besides its lists. */
export const machineTabs: RecordTabCodes = [
  {
    name: 'note',
    resource: 'machines',
    label: { en: 'Note', de: 'Notiz' },
    needs: ['machines'],
    load: async () =>
      (await import('../../../installation/examples/machines/note-tab.ui.tsx')).noteTab,
  },
];
