import type { RecordTabCodes } from '../../admin/record/define-record-tab.ts';

/** What stands on the page of a project besides its lists. */
export const projectTabs: RecordTabCodes = [
  {
    name: 'results',
    resource: 'projects',
    label: { en: 'Results', de: 'Ergebnisse' },
    needs: ['extractions'],
    load: async () => {
      await loadTexts();
      return (await import('./results-tab.ui.tsx')).resultsTab;
    },
  },
  {
    name: 'labels',
    resource: 'projects',
    label: { en: 'Document labels', de: 'Dokumentmerkmale' },
    needs: ['sources'],
    load: async () => {
      await loadTexts();
      return (await import('./labels-tab.ui.tsx')).labelsTab;
    },
  },
  {
    name: 'activity',
    resource: 'projects',
    label: { en: 'Activity', de: 'Aktivität' },
    needs: ['sources'],
    load: async () => {
      await loadTexts();
      return (await import('./activity-tab.ui.tsx')).activityTab;
    },
  },
];

/** Loaded with a tab: the server reads this file too, and has no screens. */
async function loadTexts(): Promise<void> {
  await (await import('./prepare-tab.ui.ts')).prepareTab();
}
