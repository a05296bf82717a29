import type { RecordTabCodes } from '../../admin/record/define-record-tab.ts';

/** What stands on the page of a master besides its lists. */
export const masterTabs: RecordTabCodes = [
  {
    name: 'provenance',
    resource: 'masters',
    label: { en: 'Provenance', de: 'Nachweis' },
    needs: ['extractions', 'sources', 'mappings'],
    load: async () => (await import('./provenance-tab.ui.tsx')).provenanceTab,
  },
];
