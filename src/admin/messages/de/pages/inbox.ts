import type { InboxTexts } from '../../en/pages/inbox.ts';

export const texts: InboxTexts = {
  title: 'Posteingang',
  show: 'Anzeigen',
  all: 'Alle',
  unread: 'Ungelesen',
  isUnread: 'Ungelesen:',
  markAll: 'Alle als gelesen markieren',
  markRead: 'Als gelesen markieren (U)',
  markUnread: 'Als ungelesen markieren (U)',
  snooze: 'Ausblenden bis\u00a0… (S)',
  tomorrow: 'Morgen, {day}',
  monday: 'Nächsten Montag, {day}',
  otherDay: 'Tag wählen\u00a0…',
  day: 'Tag',
  dayHint:
    'Der Eintrag erscheint an diesem Tag wieder als ungelesen. Wählen Sie einen Tag nach heute.',
  hide: 'Ausblenden',
  kinds: {
    mention: '{name} hat Sie erwähnt',
    assigned: '{name} fragt Sie',
    message: '{name} hat geschrieben',
    answered: '{name} hat geantwortet',
    closed: '{name} hat die Frage geschlossen',
    watched: '{count} Änderung |||| {count} Änderungen',
    job: 'Ein Auftrag ist beendet',
    approval: '{name} bittet um Ihre Freigabe',
  },
  somebody: 'Jemand',
  aRecord: 'ein Datensatz',
  withoutTitle: 'Ohne Datensatz',
  loading: 'Wird geladen\u00a0…',
  more: 'Mehr anzeigen',
  empty:
    'Ihr Posteingang ist leer. Wenn jemand Sie erwähnt, etwas fragt oder Ihnen antwortet, sehen Sie es hier.',
  noneUnread: 'Sie haben alles gelesen.',
};
