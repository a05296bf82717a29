import type { WorkplaceTexts } from '../../en/pages/workplace.ts';

export const texts = {
  current: {
    find: 'Suchen',
    noneOption: 'Keines: alles anzeigen',
    nothingFound: 'Nichts gefunden',
    searching: 'Wird gesucht …',
    failed: 'Die Liste konnte nicht geladen werden.',
    gone: 'Der ausgewählte Datensatz existiert nicht mehr oder ist für Sie nicht sichtbar. Die Listen zeigen wieder alle Datensätze.',
  },
  cards: {
    numbers: 'Sammlungen',
    checks: 'Qualität',
    tooLong: 'Das Zählen dauert gerade zu lange.',
    failed: 'Konnte nicht geladen werden.',
    retry: 'Erneut versuchen',
    openList: 'Liste öffnen',
    all: 'Alle anzeigen ({count})',
    nothing: 'Nichts zu tun.',
    noData: 'Noch nichts anzuzeigen.',
    fine: 'OK',
    nothingToCheck: 'Nichts zu prüfen',
    toLookAt: '{count} zu prüfen',
    grown: '{count} in 30 Tagen',
    unchanged: 'unverändert seit 30 Tagen',
    asTable: 'Als Tabelle anzeigen',
    asChart: 'Als Diagramm anzeigen',
    month: 'Monat',
    records: 'Datensätze',
    empty: 'Ohne Angabe',
    more: 'Nur die häufigsten Werte werden angezeigt.',
  },
} satisfies WorkplaceTexts;
