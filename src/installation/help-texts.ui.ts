import type { OwnHelp } from '../admin/kit/own-help.ts';

/** The help for the pages of this installation and for the records of its collections. */
export const helpTexts = {
  mappingOverview: {
    about: {
      en: 'Decide what the words of the studies mean. Each decision applies to every extraction with the word.',
      de: 'Legen Sie fest, was die Begriffe der Studien bedeuten. Jede Entscheidung gilt für alle Extraktionen mit dem Begriff.',
    },
    steps: [
      {
        en: 'Start at the top: the most certain suggestions come first.',
        de: 'Beginnen Sie oben: Die sichersten Vorschläge kommen zuerst.',
      },
      {
        en: 'Accept all terms with the same name at once, after a preview.',
        de: 'Nehmen Sie alle Begriffe mit gleichem Namen auf einmal an, nach einer Vorschau.',
      },
      {
        en: 'Look at the examples before you accept “CAS differs”. The page asks first.',
        de: 'Sehen Sie sich die Beispiele an, bevor Sie „CAS-Nr. weicht ab“ annehmen. Die Seite fragt nach.',
      },
      {
        en: 'Create a missing target; its name and number are filled in.',
        de: 'Legen Sie ein fehlendes Ziel an; Name und Nummer sind schon ausgefüllt.',
      },
      {
        en: 'Reject words that mean nothing, such as N/A.',
        de: 'Lehnen Sie Begriffe ohne Bedeutung ab, etwa N/A.',
      },
    ],
    keys: {
      ArrowDown: { en: 'Next term', de: 'Nächster Begriff' },
      '1': { en: 'Accept the first suggestion', de: 'Ersten Vorschlag annehmen' },
      s: { en: 'Choose another target', de: 'Anderes Ziel wählen' },
      n: { en: 'Create a target', de: 'Ziel anlegen' },
      x: { en: 'Reject', de: 'Ablehnen' },
      u: { en: 'Undo', de: 'Rückgängig' },
    },
    docs: 'handbook#decide-what-words-mean',
  },
  generate: {
    about: {
      en: 'Make one master per chemical and use from all extractions and mappings.',
      de: 'Erzeugen Sie aus allen Extraktionen und Zuordnungen einen Master pro Chemikalie und Verwendung.',
    },
    steps: [
      {
        en: 'Choose the project and the mapping version.',
        de: 'Wählen Sie das Projekt und die Zuordnungsversion.',
      },
      {
        en: 'Look at the preview: what would be created, changed and superseded.',
        de: 'Sehen Sie sich die Vorschau an: was angelegt, geändert und abgelöst würde.',
      },
      {
        en: 'Map the words that the preview lists as unmapped.',
        de: 'Ordnen Sie die Begriffe zu, die die Vorschau als nicht zugeordnet nennt.',
      },
      {
        en: 'Generate. The same input changes nothing, so you can repeat it.',
        de: 'Erzeugen Sie. Gleiche Eingaben ändern nichts, Sie können es also wiederholen.',
      },
    ],
    docs: 'handbook#generate-masters',
  },
  lookup: {
    about: {
      en: 'Check up to 1,000 numbers or names at once.',
      de: 'Prüfen Sie bis zu 1.000 Nummern oder Namen auf einmal.',
    },
    steps: [
      {
        en: 'Paste one value per line, for example CAS numbers or DOIs.',
        de: 'Fügen Sie einen Wert pro Zeile ein, zum Beispiel CAS-Nummern oder DOIs.',
      },
      {
        en: 'See which are found, missing or ambiguous.',
        de: 'Sehen Sie, welche gefunden, nicht gefunden oder mehrdeutig sind.',
      },
      {
        en: 'Open a record, or download the result.',
        de: 'Öffnen Sie einen Datensatz oder laden Sie das Ergebnis herunter.',
      },
    ],
    keys: { 'Ctrl+Enter': { en: 'Look up', de: 'Nachschlagen' } },
    docs: 'handbook#find-change-and-share',
  },
  projects: {
    about: {
      en: 'A project groups sources and people. Its tabs show results, document labels and activity.',
      de: 'Ein Projekt fasst Quellen und Personen zusammen. Seine Reiter zeigen Ergebnisse, Dokumentmerkmale und Aktivität.',
    },
    steps: [
      {
        en: 'Choose the project in the top bar to see only its records everywhere.',
        de: 'Wählen Sie das Projekt in der Kopfleiste, um überall nur seine Datensätze zu sehen.',
      },
      {
        en: 'Open Results to see what the project has found so far.',
        de: 'Öffnen Sie Ergebnisse, um zu sehen, was das Projekt bisher gefunden hat.',
      },
      {
        en: 'Open Activity to see who works on which source.',
        de: 'Öffnen Sie Aktivität, um zu sehen, wer an welcher Quelle arbeitet.',
      },
    ],
    docs: 'handbook#start-your-day',
  },
} satisfies Record<string, OwnHelp>;
