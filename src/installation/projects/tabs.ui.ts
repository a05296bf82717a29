import type { RecordTabCodes } from '../../admin/record/define-record-tab.ts';
import { loadWorkplaceTexts } from '../../admin/dashboard/workplace-texts.ts';

/** What stands on the page of a project besides its lists. */
export const projectTabs: RecordTabCodes = [
  {
    name: 'results',
    resource: 'projects',
    label: { en: 'Results', de: 'Ergebnisse' },
    needs: ['extractions'],
    load: async () => {
      await loadWorkplaceTexts();
      return (await import('./results-tab.ui.tsx')).resultsTab;
    },
  },
  {
    name: 'labels',
    resource: 'projects',
    label: { en: 'Document labels', de: 'Dokumentmerkmale' },
    needs: ['sources'],
    load: async () => {
      await loadWorkplaceTexts();
      return (await import('./labels-tab.ui.tsx')).labelsTab;
    },
  },
  {
    name: 'activity',
    resource: 'projects',
    label: { en: 'Activity', de: 'Aktivität' },
    needs: ['sources'],
    load: async () => {
      await loadWorkplaceTexts();
      return (await import('./activity-tab.ui.tsx')).activityTab;
    },
  },
];
