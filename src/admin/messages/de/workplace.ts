import type { WorkplaceTexts } from '../en/workplace.ts';

export const texts = {
  current: {
    find: 'Suchen',
    noneOption: 'Keines: alles zeigen',
    nothingFound: 'Nichts gefunden',
    searching: 'Wird gesucht …',
    failed: 'Die Liste konnte nicht geladen werden.',
    gone: 'Was Sie gewählt hatten, gibt es nicht mehr, oder es ist nicht für Sie. Die Listen zeigen wieder alles.',
  },
  cards: {
    numbers: 'Sammlungen',
    checks: 'Qualität',
    tooLong: 'Das zu zählen dauert im Augenblick zu lange.',
    failed: 'Das konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    openList: 'Liste öffnen',
    all: 'Alle ansehen ({count})',
    nothing: 'Hier ist nichts zu tun.',
    noData: 'Noch nichts zu zeigen.',
    fine: 'in Ordnung',
    nothingToCheck: 'Nichts zu prüfen',
    toLookAt: '{count} anzusehen',
    grown: '{count} in 30 Tagen',
    unchanged: 'unverändert seit 30 Tagen',
    asTable: 'Als Tabelle zeigen',
    asChart: 'Als Diagramm zeigen',
    month: 'Monat',
    records: 'Datensätze',
    empty: 'Ohne Angabe',
    more: 'Weitere Werte werden nicht gezeigt.',
  },
} satisfies WorkplaceTexts;
