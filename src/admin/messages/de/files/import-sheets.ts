import type { texts as english } from '../../en/files/import-sheets.ts';

/** Die Texte für Dateien mit mehr als einer Sache: Listen in einem JSON-Objekt und Blätter einer Arbeitsmappe. */
export const texts: typeof english = {
  path: {
    label: 'Liste der Datensätze',
    help: 'Wo die Datensätze in der Datei stehen, etwa results oder data.items',
  },
  others: {
    title: 'Weitere Blätter',
    lead: 'Die Arbeitsmappe hat weitere Blätter. Wählen Sie eine Sammlung für jedes Blatt, das Sie auch importieren wollen.',
    leaveOut: 'Auslassen',
    add: 'Diese Blätter einrichten',
  },
  steps: {
    title: 'Blätter der Arbeitsmappe',
    into: '{sheet}: {name}',
    lead: 'Starten Sie den Probelauf jedes Blatts, vom ersten bis zum letzten. Importieren Sie dann alle Blätter.',
    import: 'Alle Blätter importieren',
    next: 'Nächstes Blatt: {sheet}',
    importRest: 'Übrige Blätter importieren',
    failed: 'Fehlgeschlagene Zeilen: {count}',
    held: 'Alle Zeilen dieses Blatts müssen gelingen.',
  },
};
