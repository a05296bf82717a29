import type { Namespaces } from '../../namespaces.ts';
import { appTexts } from './settings/app-settings.ts';
import { collectionTexts } from './settings/collection-settings.ts';
import { fieldTexts } from './settings/field-settings.ts';
import { ruleTexts } from './settings/rule-settings.ts';
import { typeTexts } from './settings/type-settings.ts';

export const texts: Namespaces['structure-settings'] = {
  /** The name and the description of each setting. */
  settings: { ...appTexts, ...collectionTexts, ...ruleTexts, ...fieldTexts, ...typeTexts },
  /** The words from which settings choose. */
  options: {
    en: 'English',
    de: 'Deutsch',
    tools: 'Werkzeuge',
    changes: 'Änderungen',
    administration: 'Administration',
    structure: 'Struktur',
    count: 'Anzahl',
    check: 'Zu prüfen',
    list: 'Liste',
    chart: 'Diagramm',
    queries: 'Rückfragen',
    month: 'Monat',
    white: 'Weiß',
    brown: 'Braun',
    black: 'Schwarz',
    neutral: 'Grau',
    primary: 'Hauptfarbe',
    info: 'Blau',
    success: 'Grün',
    warning: 'Orange',
    danger: 'Rot',
    create: 'Anlegen',
    update: 'Ändern',
    delete: 'Löschen',
    image: 'Bilder',
    pdf: 'PDF',
    text: 'Textdateien',
    audio: 'Ton',
    video: 'Video',
    document: 'Dokumente',
    compact: 'Dicht',
    standard: 'Normal',
    comfortable: 'Geräumig',
    value: 'Wert',
    letters: 'Buchstaben',
    similarity: 'Ähnlichkeit',
    natural: 'Natürlich',
    sections: 'Abschnitte',
    tabs: 'Registerkarten',
  },
};
