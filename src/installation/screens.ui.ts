import type { Screens } from '../admin/extending.ts';
import type { OwnHelp } from '../admin/kit/own-help.ts';
import type { RecordTabCode } from '../admin/record/define-record-tab.ts';

/** A tab on the page of a project, loaded with the texts of the charts it shares with the dashboard. */
function projectTab({ load, ...tab }: Omit<RecordTabCode, 'resource'>): RecordTabCode {
  return {
    ...tab,
    resource: 'projects',
    load: async () => {
      // Imported here, because the server reads this file too and has no screens.
      await (await import('./projects/tab-frame.ui.tsx')).loadTabTexts();
      return load();
    },
  };
}

/** Loaded when somebody opens the help. */
function helpOf(name: keyof HelpTexts): () => Promise<OwnHelp> {
  return async () => (await import('./help-texts.ui.ts')).helpTexts[name];
}

type HelpTexts = typeof import('./help-texts.ui.ts').helpTexts;

/** What this installation adds to the screens: the part of the manifest that browsers load. */
export const screens: Screens = {
  pages: {
    mappingOverview: {
      resources: ['mappings', 'extractions', 'sources', 'chems', 'chemFunctions'],
      load: async () => (await import('./mappings/overview.ui.tsx')).mappingOverview,
    },
    generate: {
      resources: ['masters', 'extractions', 'mappings', 'chems', 'projects'],
      load: async () => (await import('./masters/generate.ui.tsx')).generatePage,
    },
    lookup: {
      resources: ['chems', 'sources'],
      load: async () => (await import('./tools/lookup.ui.tsx')).lookup,
    },
  },
  tabs: [
    projectTab({
      name: 'results',
      label: { en: 'Results', de: 'Ergebnisse' },
      needs: ['extractions'],
      load: async () => (await import('./projects/results-tab.ui.tsx')).resultsTab,
    }),
    projectTab({
      name: 'labels',
      label: { en: 'Document labels', de: 'Dokumentmerkmale' },
      needs: ['sources'],
      load: async () => (await import('./projects/labels-tab.ui.tsx')).labelsTab,
    }),
    projectTab({
      name: 'activity',
      label: { en: 'Activity', de: 'Aktivität' },
      needs: ['sources'],
      load: async () => (await import('./projects/activity-tab.ui.tsx')).activityTab,
    }),
    {
      name: 'provenance',
      resource: 'masters',
      label: { en: 'Provenance', de: 'Nachweis' },
      needs: ['extractions', 'sources', 'mappings'],
      load: async () => (await import('./masters/provenance-tab.ui.tsx')).provenanceTab,
    },
  ],
  replace: [
    {
      part: 'cell',
      resource: 'masters',
      field: 'valueMin',
      places: ['head'],
      load: async () => (await import('./masters/provenance-extreme.ui.tsx')).valueMinLook,
    },
    {
      part: 'cell',
      resource: 'masters',
      field: 'valueMax',
      places: ['head'],
      load: async () => (await import('./masters/provenance-extreme.ui.tsx')).valueMaxLook,
    },
  ],
  help: {
    mappingOverview: helpOf('mappingOverview'),
    generate: helpOf('generate'),
    lookup: helpOf('lookup'),
    projects: helpOf('projects'),
  },
};
